import { afterEach, expect, jest, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { SESSION_DATABASE } from '../../src/contract/storageKeys';
import { browserSession } from '../../src/storage/session';
import { openWorkerSession } from '../../src/storage/workerSession';
import { clearSessionCopies } from '../support/clearSessionCopies';
import { eventually } from '../support/eventually';

const user = { id: asUserId('1'), username: 'ann', email: 'ann@example.com' };

const workerCopy = openWorkerSession();
afterEach(async () => {
  jest.restoreAllMocks();
  await clearSessionCopies();
});

const copied = async (token: string | null): Promise<void> => {
  let copy: string | null | undefined;
  await eventually(
    () => {
      void workerCopy.read().then(({ session }) => {
        copy = session?.token ?? null;
      });
      return copy;
    },
    (now) => now === token,
  );
};

/** The disk answers in order: what was asked of it before these questions has been done when they are answered. */
const diskIsIdle = async (): Promise<void> => {
  for (let question = 0; question < 5; question += 1) await workerCopy.read();
};

const settings = { apiUrl: '/api', isSameOrigin: true, isDiffMode: false };

/** Local storage as a page sees it; what is `kept` can be set back to what the disk had. */
const pageOver = (kept: Map<string, string>): Window => {
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const nothing = (): void => undefined;
  return { localStorage, addEventListener: nothing, removeEventListener: nothing } as unknown as Window;
};

test('a renewed token replaces only the token of its request', async () => {
  const session = browserSession(pageOver(new Map()), settings, () => undefined);
  session.save('old', user);
  await copied('old');
  session.renewToken('another', 'renewed');
  expect(session.token()).toBe('old');
  session.renewToken('old', 'renewed');
  expect(session.token()).toBe('renewed');
  await copied('renewed');
  session.clearToken('old');
  expect(session.token()).toBe('renewed');
  session.clearToken('renewed');
  session.renewToken('renewed', 'too late');
  expect(session.token()).toBeNull();
  await copied(null);
});

test('a late refusal of an old token removes neither the newer token nor the worker’s copy', async () => {
  const kept = new Map<string, string>();
  const failures: unknown[] = [];
  const session = browserSession(pageOver(kept), settings, (error) => failures.push(error));
  session.save('old', user);
  await copied('old');
  session.save('new', user);
  await copied('new');
  session.clearToken('old');
  await diskIsIdle();
  expect(session.token()).toBe('new');
  await copied('new');
  session.clearToken('new');
  await copied(null);
  expect(session.token()).toBeNull();
  expect(session.user()).toEqual(user);
  expect(failures).toEqual([]);
});

test('given a sign-out, when the browser is killed before local storage is on disk, then the person stays signed out', async () => {
  const kept = new Map<string, string>();
  const failures: unknown[] = [];
  let heard = 0;
  const open = () => {
    const session = browserSession(pageOver(kept), settings, (error) => failures.push(error));
    session.subscribe(() => {
      heard += 1;
    });
    return session;
  };
  const [first, second] = ['head.body.of-the-first-sign-in', 'head.body.of-the-second-sign-in'];
  const before = open();
  before.save(first, user);
  const onDisk = new Map(kept);
  await copied(first);
  before.clearToken(first);
  await copied(null);

  for (const [key, value] of onDisk) kept.set(key, value);
  const after = open();
  expect(after.token()).toBe(first);
  await eventually(
    () => heard,
    (times) => times === 1,
  );
  expect(after.token()).toBeNull();
  expect(after.user()).toEqual(user);

  after.save(second, user);
  const next = open();
  await diskIsIdle();
  expect(next.token()).toBe(second);
  expect(heard).toBe(1);
  expect(failures).toEqual([]);
});

const breakDisk = (method: 'put' | 'delete') =>
  jest.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
    throw new DOMException('Broken.', 'UnknownError');
  });

/** Each of these ways to the disk was tried, and failed. */
const refused = (broken: readonly { readonly mock: { readonly calls: readonly unknown[] } }[]) =>
  eventually(
    () => broken.map(({ mock }) => mock.calls.length),
    (counts) => counts.every((count) => count > 0),
  );

const bob = { id: asUserId('2'), username: 'bob', email: 'bob@example.com' };

/** Local storage is what the disk has of it: nothing, or what stood there a minute ago. */
const setBack = (kept: Map<string, string>, onDisk: ReadonlyMap<string, string>): void => {
  kept.clear();
  for (const [key, value] of onDisk) kept.set(key, value);
};

/** A page that starts, and what it was told to look at anew. */
const start = (kept: Map<string, string>) => {
  const failures: unknown[] = [];
  const session = browserSession(pageOver(kept), settings, (error) => failures.push(error));
  const heard: (string | null)[] = [];
  session.subscribe(() => heard.push(session.token()));
  return { session, heard, failures };
};

test('given a browser killed just after its second account signed in, then it starts as that account', async () => {
  const kept = new Map<string, string>();
  const [hers, his] = ['head.body.of-her-sign-in-a-week-ago', 'head.body.of-his-sign-in-just-now'];
  const before = start(kept).session;
  before.save(hers, user);
  await copied(hers);
  const signedIn = new Map(kept);
  before.clearToken(hers);
  await copied(null);
  const signedOut = new Map(kept);
  before.save(his, bob);
  await copied(his);
  for (const onDisk of [signedIn, signedOut, new Map<string, string>()]) {
    setBack(kept, onDisk);
    const after = start(kept);
    await eventually(
      () => after.heard,
      (tokens) => tokens.length === 1,
    );
    expect(after.session.token()).toBe(his);
    expect(after.session.user()).toEqual(bob);
    setBack(kept, onDisk);
    const again = start(kept);
    await again.session.agreed();
    expect(again.session.token()).toBe(his);
    expect(after.failures).toEqual([]);
    await copied(his);
  }
});

test('given a stale copy of the session, when local storage has the sign-out, then the copy signs nobody in', async () => {
  const kept = new Map<string, string>();
  const before = start(kept).session;
  before.save('token', user);
  await copied('token');
  const broken = [breakDisk('delete'), breakDisk('put')];
  before.clearToken('token');
  await refused(broken);
  for (const method of broken) method.mockRestore();
  await copied('token');

  const after = start(kept);
  await copied(null);
  expect(after.session.token()).toBeNull();
  expect(after.heard).toEqual([]);
});

test('given an older copy, when somebody signs in on a clock that was set back, then the sign-in stands', async () => {
  const kept = new Map<string, string>();
  let clock = 2_000_000;
  const open = () =>
    browserSession(
      pageOver(kept),
      settings,
      () => undefined,
      async () => workerCopy,
      () => clock,
    );
  open().save('before', user);
  await copied('before');
  clock = 1_000_000;
  open().save('after', bob);
  await copied('after');
  const session = open();
  session.subscribe(() => undefined);
  await diskIsIdle();
  expect(session.token()).toBe('after');
  await copied('after');
});

test('given a token that somebody else put into local storage, then it stands against an older copy', async () => {
  const kept = new Map<string, string>();
  const before = start(kept).session;
  before.save('old', user);
  await copied('old');
  setBack(kept, new Map([['token', 'given']]));
  const after = start(kept);
  after.session.saveUser(bob);
  await copied('given');
  expect(after.session.token()).toBe('given');
  expect(after.heard).toEqual([]);
});

test('given a full disk, when the person signs out, then no copy is left for the worker', async () => {
  const failures: unknown[] = [];
  const session = browserSession(pageOver(new Map()), settings, (error) => failures.push(error));
  session.save('token', user);
  await copied('token');
  const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw full;
  });
  session.clearToken('token');
  await copied(null);
  expect(failures).toEqual([full]);
});

test('given a copy that could not be deleted, then the worker does not use it', async () => {
  const session = browserSession(pageOver(new Map()), settings, () => undefined);
  session.save('token', user);
  await copied('token');
  breakDisk('delete');
  session.clearToken('token');
  await copied(null);
});

test('given a copy that could not be deleted, when the app is opened next, then it is deleted', async () => {
  const kept = new Map<string, string>();
  const before = browserSession(pageOver(kept), settings, () => undefined);
  before.save('token', user);
  await copied('token');
  const broken = [breakDisk('delete'), breakDisk('put')];
  before.clearToken('token');
  await refused(broken);
  await copied('token');
  for (const method of broken) method.mockRestore();

  let heard = 0;
  const after = browserSession(pageOver(kept), settings, () => undefined);
  after.subscribe(() => {
    heard += 1;
  });
  await copied(null);
  expect(heard).toBe(0);
});

test('given a disk that did not answer at a start, then the next start finds the sign-out', async () => {
  const kept = new Map<string, string>();
  const open = () => browserSession(pageOver(kept), settings, () => undefined);
  const before = open();
  before.save('token', user);
  const onDisk = new Map(kept);
  await copied('token');
  before.clearToken('token');
  await copied(null);

  for (const [key, value] of onDisk) kept.set(key, value);
  const broken = jest.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('Broken.', 'UnknownError');
  });
  const unanswered = open();
  unanswered.subscribe(() => undefined);
  unanswered.saveUser(user);
  await refused([broken]);
  expect(unanswered.token()).toBe('token');
  broken.mockRestore();

  const after = open();
  after.subscribe(() => undefined);
  await eventually(
    () => after.token(),
    (token) => token === null,
  );
});

test('given a disk that did not answer at a start, when it answers later, then the page follows the newer session', async () => {
  const kept = new Map<string, string>();
  const before = start(kept).session;
  before.save('hers', user);
  await copied('hers');
  const onDisk = new Map(kept);
  before.save('his', bob);
  await copied('his');

  setBack(kept, onDisk);
  const broken = jest.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('Broken.', 'UnknownError');
  });
  const page = start(kept);
  await refused([broken]);
  await page.session.agreed();
  expect([page.session.token(), page.heard]).toEqual(['hers', []]);
  broken.mockRestore();

  page.session.saveUser(user);
  await eventually(
    () => page.session.token(),
    (token) => token === 'his',
  );
  expect([page.session.user(), page.heard]).toEqual([bob, ['his']]);
});

const copyOf = (since: number, token: string | null) => ({
  since,
  session: token === null ? null : { ...settings, token, userId: user.id },
  user,
});

test('given a sign-out whose write is late, when a newer sign-in is on disk already, then the copy keeps the sign-in', async () => {
  await workerCopy.write(copyOf(2, 'newer'));
  await workerCopy.write(copyOf(1, null));
  expect(await workerCopy.read()).toEqual(copyOf(2, 'newer'));
});

test('given a sign-out that a full disk refuses late, when a newer sign-in is on disk already, then the copy keeps the sign-in', async () => {
  await workerCopy.write(copyOf(1, 'older'));
  await workerCopy.write(copyOf(3, 'newer'));
  const full = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(workerCopy.write(copyOf(2, null))).rejects.toThrow('full');
  full.mockRestore();
  expect(await workerCopy.read()).toEqual(copyOf(3, 'newer'));
});

test('given a sign-out, then nothing of the older token is left in the database', async () => {
  await workerCopy.write(copyOf(1, 'older'));
  await workerCopy.write(copyOf(2, null));
  const request = indexedDB.open(SESSION_DATABASE);
  const database = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const all = database.transaction('session').objectStore('session').getAll();
  const stored = await new Promise((resolve) => {
    all.onsuccess = () => resolve(all.result);
  });
  database.close();
  expect(JSON.stringify(stored)).not.toContain('older');
});
