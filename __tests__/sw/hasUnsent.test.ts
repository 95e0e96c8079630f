import { afterEach, expect, test } from '@jest/globals';
import { asUserId, type UserId } from '../../src/contract/ids';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { openWorkerSession } from '../../src/storage/workerSession';
import { hasUnsent } from '../../sw/hasUnsent';
import { aList, anItem, changeRecord, insertOf, listId } from '../support/builders';

const copy = openWorkerSession();
const settings = { apiUrl: '/api', isSameOrigin: true, isDiffMode: false };
const signIn = (userId: UserId) =>
  copy.write({ since: 1, session: { ...settings, token: 'token', userId }, user: null });

afterEach(copy.clear);

test('only unsent changes of the signed-in user wait for the worker', async () => {
  const [ola, jan] = [asUserId('unsent-ola'), asUserId('unsent-jan')];
  await openUserDatabase(ola, () => 'device').commit({ log: [changeRecord(insertOf(aList(1), 1))] });
  expect(await hasUnsent(ola)).toBe(false);
  await signIn(jan);
  expect(await hasUnsent(ola)).toBe(false);
  expect(await hasUnsent(jan)).toBe(false);
  await signIn(ola);
  expect(await hasUnsent(ola)).toBe(true);
});

test('a blank item is not unsent', async () => {
  const ewa = asUserId('unsent-ewa');
  await openUserDatabase(ewa, () => 'device').commit({
    log: [changeRecord(insertOf(anItem(1, listId(1), { description: '' }), 1))],
  });
  await signIn(ewa);
  expect(await hasUnsent(ewa)).toBe(false);
});
