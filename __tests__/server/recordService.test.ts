import { expect, test } from '@jest/globals';
import { makeDocumentId } from '../../server/src/documentId';
import { makeRecordService } from '../../server/src/recordService';
import { makeRowClash } from '../../server/src/rowClash';
import { makeRowLimits } from '../../server/src/rowLimits';
import { makeWithUserLocks } from '../../server/src/userLocks';
import { addList, START, testServer } from './testServer';

test('given an exception within a batch, then the whole batch fails and is rolled back', async () => {
  const { database, signUp } = await testServer();
  const client = await signUp('ania');
  await addList(client, 'list-1', 'One');
  await addList(client, 'list-2', 'Two');
  let looks = 0;
  const woken: number[] = [];
  const bugAtSecondLook = (): number => {
    looks += 1;
    if (looks === 2) throw new TypeError('a bug');
    return START + 1000;
  };
  const records = makeRecordService({
    database,
    now: bugAtSecondLook,
    newDocumentId: () => makeDocumentId(),
    withUserLocks: makeWithUserLocks(database, bugAtSecondLook, (users) => woken.push(...users)),
    clash: makeRowClash(database),
    makeRoom: makeRowLimits(database),
    removeMember: async () => undefined,
  });
  const writer = { userId: client.userId, session: null };
  const patch = (uuid: string, name: string) => ({ documentId: null, uuid, fields: { name }, keys: [] });
  const batch = records.patchAll(writer, 'lists', [patch('list-1', 'First'), patch('list-2', 'Second')]);
  await expect(batch).rejects.toThrow('a bug');
  const rows = await records.since(client.userId, 'lists', 0);
  expect(rows.map((row) => ('name' in row ? row.name : null))).toEqual(['One', 'Two']);
  expect(woken).toEqual([]);
});
