import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { changeRecord } from '../../src/storage/logRecords';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { openWorkerSession } from '../../src/storage/workerSession';
import { emptyBase } from '../../src/sync/model/syncState';
import { anItem, insertOf, listId } from '../support/builders';

/**
 * A page that is left for another one gets no further turn, and WebKit keeps it, with the transactions it has begun. One that
 * waits for its page to be over holds up all later ones of the same database, in whatever page.
 */
let begun: IDBTransaction[];
let handedOver: Set<IDBTransaction>;

beforeEach(() => {
  begun = [];
  handedOver = new Set();
  const { transaction } = IDBDatabase.prototype;
  const { commit } = IDBTransaction.prototype;
  jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const one = transaction.apply(this, args);
    begun.push(one);
    return one;
  });
  jest.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    handedOver.add(this);
    commit.call(this);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const expectNoneLeftOpen = (): void => {
  const waiting = begun.filter((one) => one.mode !== 'versionchange' && !handedOver.has(one));
  expect(begun.length).toBeGreaterThan(0);
  expect(waiting.map(({ mode }) => mode)).toEqual([]);
};

test("no transaction on a user's database waits for its page to be over", async () => {
  const database = openUserDatabase(asUserId('left'), () => 'device');
  const made = insertOf(anItem(1, listId(1)), 1);
  await database.commit({
    base: { ...emptyBase, items: { [listId(1)]: {}, [listId(2)]: {} } },
    log: [changeRecord(made)],
  });
  await database.read();
  await openUserDatabase(asUserId('left'), () => 'another tab').commit({
    base: { ...emptyBase, items: { [listId(2)]: {} } },
    log: [{ store: 'changes', key: made.id }],
  });
  await database.read();
  await database.read();
  expectNoneLeftOpen();
});

test("no transaction on the worker's copy of the session waits for its page to be over", async () => {
  const copy = openWorkerSession();
  const session = { token: 't', userId: asUserId('1'), apiUrl: '/api', isSameOrigin: true, isDiffMode: false };
  await copy.write({ since: 1, session, user: null });
  expect((await copy.read()).session).toEqual(session);
  await copy.write({ since: 2, session: null, user: null });
  expect((await copy.read()).session).toBeNull();
  expectNoneLeftOpen();
});
