import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { parseUser } from '../../src/contract/user';
import { itemChecked, itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { saveName } from '../../src/store/acts/sharingThunks';
import { followToken } from '../../src/store/session/followToken';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { selectCollections } from '../../src/store/view/viewSelectors';
import {
  allSent,
  always,
  attackWorld,
  countSent,
  isMethod,
  isWrite,
  openPulled,
  seenIn,
  seesWithin,
  sync,
  watch,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { answering, refusing } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { settled } from '../support/settled';
import { pass, stopTabTime } from '../support/tabTime';

const world = attackWorld();

afterEach(() => {
  jest.useRealTimers();
});

const addOne = (tab: TestTab, description: string) => {
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(listId, { description }));
  return { listId, itemId };
};

const isGuest = (tab: TestTab) =>
  eventually(
    () => selectSessionPhase(tab.store.getState()),
    (phase) => phase === 'guest',
  );

const signInAs = async (tab: TestTab, email: string) => {
  const { result } = await tab.store.dispatch(logIn(email, 'a good password'));
  expect(result).toBe('ok');
};

describe('attacks on accounts', () => {
  test('given a server that is down, when a user with unsent changes signs out, then the changes stay for that user', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    world.server.wire = always(isWrite, answering(503, 'down'));
    addOne(tab, 'mleko');
    await tab.store.dispatch(signOut());
    expect(seenIn(tab.store)).toEqual([]);
    expect(selectCollections(tab.store.getState())).toEqual({ lists: 'paused', items: 'paused' });
    world.server.wire = null;
    await signInAs(tab, account.email);
    await seesWithin(tab, ['Zakupy: mleko||open']);
    await allSent(tab);
    expect(await account.items()).toHaveLength(1);
  });

  test('given another user who signs in, then the data of the first is neither shown nor sent, and is there when the first returns', async () => {
    const [first, second] = [await world.signUp(), await world.signUp()];
    const tab = await openPulled(first.browser());
    world.server.wire = always(isWrite, answering(503, 'down'));
    addOne(tab, 'cudze');
    await tab.store.dispatch(signOut());
    world.server.wire = null;
    await signInAs(tab, second.email);
    expect(seenIn(tab.store)).toEqual([]);
    addOne(tab, 'moje');
    await settled();
    await sync(tab);
    await allSent(tab);
    expect((await second.items()).map(({ description }) => description)).toEqual(['moje']);
    expect(await first.items()).toEqual([]);
    await tab.store.dispatch(signOut());
    await signInAs(tab, first.email);
    await allSent(tab);
    expect((await first.items()).map(({ description }) => description)).toEqual(['cudze']);
    expect(seenIn(tab.store)).toEqual(['Zakupy: cudze||open']);
  });

  test('given two accounts in two tabs, then no tab sends the token of the other', async () => {
    const [first, second] = [await world.signUp(), await world.signUp()];
    const browser = first.browser();
    const one = await openPulled(browser);
    const two = await browser.openTab();
    const isStream = ({ url }: Request) => url.endsWith('/sse');
    world.server.wire = always(isStream, answering(503, 'down'));
    stopTabTime();
    watch(one);
    addOne(one, 'pierwszego');
    const events = browser.holdStorageEvents();
    world.server.seen.length = 0;
    await two.store.dispatch(logIn(second.email, 'a good password'));
    const hers = browser.session.token;
    addOne(one, 'jeszcze pierwszego');
    await sync(one);
    await sync(two);
    world.server.wire = null;
    await pass(1700);
    expect(await second.items()).toEqual([]);
    const ofOne = world.server.seen.filter(({ session, bearer }) => session?.endsWith('tab1') && bearer === hers);
    expect(ofOne).toEqual([]);
    events.deliver();
    await eventually(
      () => one.store.getState().session.user?.email,
      (email) => email === second.email,
    );
    await seesWithin(one, []);
    await one.store.dispatch(signOut());
    await signInAs(one, first.email);
    await allSent(one);
    expect((await first.items()).map(({ description }) => description).sort()).toEqual([
      'jeszcze pierwszego',
      'pierwszego',
    ]);
    expect(await second.items()).toEqual([]);
  });

  test('given unsent changes, when the token expires offline, then the guest screen comes and no change is lost', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const tab = await openPulled(browser);
    tab.setOnline(false);
    const { listId, itemId } = addOne(tab, 'mleko');
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    Object.assign(browser.session, { token: 'no longer good' });
    tab.setOnline(true);
    await isGuest(tab);
    expect(tab.store.getState().session.isExpired).toBe(true);
    expect(browser.session.token).toBeNull();
    await signInAs(tab, account.email);
    await seesWithin(tab, ['Zakupy: mleko|2|open']);
    await allSent(tab);
    expect(await account.items()).toMatchObject([{ description: 'mleko', quantity: '2' }]);
  });

  test('a late 401 for an old token does not end the session of the new one', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const tab = await openPulled(browser);
    const { token } = browser.session;
    Object.assign(browser.session, { token: 'old' });
    const old = gate();
    world.server.wire = (request) =>
      request.headers.get('authorization') === 'Bearer old'
        ? async (_request, send) => {
            await old.opened;
            return send();
          }
        : null;
    const round = sync(tab);
    await settled();
    Object.assign(browser.session, { token });
    old.open();
    await round;
    await settled();
    expect(selectSessionPhase(tab.store.getState())).toBe('open');
    expect(browser.session.token).toBe(token);
  });

  test('a late 401 of /users/me for an old token does not end the session of the new one', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const { token } = browser.session;
    Object.assign(browser.session, { token: 'old' });
    let answerOld = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answerOld = resolve;
    });
    let answered = 0;
    world.server.wire = (request) =>
      request.headers.get('authorization') === 'Bearer old'
        ? async (_request, send) => {
            await held;
            answered += 1;
            return send();
          }
        : null;
    const tab = await browser.openTab();
    await eventually(
      () => countSent(world.server, 'GET', 'users/me'),
      (count) => count === 1,
    );
    Object.assign(browser.session, { token });
    answerOld();
    await eventually(
      () => answered,
      (count) => count > 0,
    );
    await sync(tab);
    await settled();
    expect(selectSessionPhase(tab.store.getState())).toBe('open');
    expect(browser.session.token).toBe(token);
  });

  test('a 403 ends the session like a 401, but not on /capabilities', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    world.server.wire = always(({ url }) => url.endsWith('/capabilities'), refusing(403, 'Forbidden'));
    const tab = await openPulled(browser);
    expect(selectSessionPhase(tab.store.getState())).toBe('open');
    world.server.wire = always(() => true, refusing(403, 'Forbidden'));
    await sync(tab);
    await isGuest(tab);
    expect(browser.session.token).toBeNull();
  });

  test('a sign-out in one tab ends the others, also one that is just opening', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const one = await openPulled(browser);
    const opening = browser.openTab();
    await one.store.dispatch(signOut());
    const two = await opening;
    await isGuest(two);
    await settled();
    expect(selectSessionPhase(two.store.getState())).toBe('guest');
    expect(seenIn(two.store)).toEqual([]);
    world.server.seen.length = 0;
    await sync(two);
    expect(world.server.seen).toEqual([]);
  });

  test('a stream whose token is refused ends the session once, and is not tried again', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const tab = await openPulled(browser);
    world.server.wire = always(({ url }) => url.endsWith('/sse'), refusing(401, 'Missing or invalid credentials'));
    watch(tab);
    await isGuest(tab);
    expect(browser.session.token).toBeNull();
    await settled();
    expect(countSent(world.server, 'GET', 'lists/all/sse')).toBe(1);
  });

  test('given a new token from another tab of the same user, then this tab uses it and keeps its unsent changes', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const one = await openPulled(browser);
    const { listId, itemId } = addOne(one, 'mleko');
    await sync(one);
    one.setOnline(false);
    one.store.dispatch(itemChecked({ listId, itemId, done: true }));
    const two = await browser.openTab();
    await signInAs(two, account.email);
    one.setOnline(true);
    await allSent(one);
    expect(await account.items()).toMatchObject([{ done: true }]);
    await allSent(two);
    expect(parseUser(browser.session.user)?.email).toBe(account.email);
  });

  test('given another tab that signed in somebody else just before, when a tab signs out, then its data do not go to them', async () => {
    const [ann, bob] = [await world.signUp(), await world.signUp()];
    const browser = ann.browser();
    const tab = await openPulled(browser);
    world.server.wire = always(isWrite, answering(503, 'down'));
    addOne(tab, 'lekarstwo');
    await sync(tab);
    world.server.wire = null;
    world.server.seen.length = 0;
    // The tab has not heard of it yet.
    browser.holdStorageEvents();
    const user = parseUser((await bob.call('GET', '/users/me')) as unknown);
    Object.assign(browser.session, { token: bob.jwt, user });

    await tab.store.dispatch(saveName('Ann'));
    await tab.store.dispatch(signOut());

    expect(world.server.seen.filter(({ method, bearer }) => method !== 'GET' && bearer === bob.jwt)).toEqual([]);
    expect(countSent(world.server, 'POST')).toBe(0);
    expect(await bob.lists()).toEqual([]);
    expect(browser.session.token).toBe(bob.jwt);
    expect(tab.store.getState().session.user?.id).toBe(bob.userId);

    await tab.store.dispatch(signOut());
    await signInAs(tab, ann.email);
    await allSent(tab);
    expect((await ann.items()).map(({ description }) => description)).toEqual(['lekarstwo']);
    expect(await bob.items()).toEqual([]);
  });

  test('given another tab that signs in somebody else while a name is saved, then the first person’s data do not go to them', async () => {
    const [ann, bob] = [await world.signUp(), await world.signUp()];
    const browser = ann.browser();
    const tab = await openPulled(browser);
    const isName = isMethod('PUT', 'users/me');
    world.server.wire = always((request) => isWrite(request) && !isName(request), answering(503, 'down'));
    addOne(tab, 'lekarstwo');
    await sync(tab);
    // The tab has not heard of it yet.
    browser.holdStorageEvents();
    const user = parseUser(await world.server.call(bob.jwt, 'GET', '/users/me'));
    world.server.wire = always(isName, async (_request, send) => {
      const answer = await send();
      Object.assign(browser.session, { token: bob.jwt, user });
      return answer;
    });

    await tab.store.dispatch(saveName('Ann'));
    expect(parseUser(browser.session.user)?.id).toBe(bob.userId);
    world.server.wire = null;
    await tab.store.dispatch(followToken());
    await settled();
    expect(tab.store.getState().session.user?.id).toBe(bob.userId);
    expect(await bob.lists()).toEqual([]);
  });
});
