import { expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { signOut } from '../../src/store/session/signOut';
import { allSent, attackWorld, first, isMethod, openPulled, sync } from '../support/attackWorld';
import { answering, faults, refusing } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { settled } from '../support/settled';

/** The provider is on another origin and takes keys, which it has to say first. */
const world = attackWorld();
const elsewhere = { isSameOrigin: false };
const isQuestion = ({ url }: Request): boolean => url.endsWith('/capabilities');

test('given an unanswered edit, when /capabilities is not answered at this start, then the edit does not overwrite newer text', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const tab = await openPulled(browser, elsewhere);
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(tab);
  await allSent(tab);
  tab.kill();

  const isHeard = first(isMethod('PUT'), faults.answerLost);
  world.server.wire = (request) => (isQuestion(request) ? answering(503, 'down') : isHeard(request));
  const again = await openPulled(browser, elsewhere);
  again.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  await sync(again);
  const [row] = await account.items();
  expect(row?.quantity).toBe('2');
  await account.call('PUT', `/list-items/${row?.documentId}`, { data: { quantity: '12' } });
  world.server.wire = null;
  await sync(again);
  await allSent(again);
  const [now] = await account.items();
  expect(now?.quantity).toBe('12');
});

test('given a new device, then its first round waits for the answer about keys', async () => {
  const account = await world.signUp();
  const questions: (() => void)[] = [];
  const keys: (string | null)[] = [];
  world.server.wire = (request) => {
    if (isMethod('POST')(request)) keys.push(request.headers.get('Idempotency-Key'));
    if (!isQuestion(request)) return null;
    return async (_request, send) => {
      await new Promise<void>((resolve) => questions.push(resolve));
      return send();
    };
  };
  const tab = await account.browser().openTab(elsewhere);
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const sent = sync(tab);
  await eventually(
    () => questions.length,
    (asked) => asked > 0,
  );
  expect(keys).toEqual([]);
  for (const answer of questions) answer();
  await sent;
  await allSent(tab);
  expect(keys).toEqual([expect.stringMatching(/tab1\.1$/)]);
});

test('given a provider that does not know the question, then no key is sent', async () => {
  const account = await world.signUp();
  const keys: (string | null)[] = [];
  world.server.wire = (request) => {
    if (isMethod('POST')(request)) keys.push(request.headers.get('Idempotency-Key'));
    return isQuestion(request) ? refusing(404, 'Not Found') : null;
  };
  const tab = await openPulled(account.browser(), elsewhere);
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(tab);
  await allSent(tab);
  expect(keys).toEqual([null]);
  expect(await account.lists()).toHaveLength(1);
});

test('given no answer about keys, then a sign-out and a handover do not wait for it', async () => {
  const account = await world.signUp();
  const silence = gate();
  world.server.wire = (request) => (isQuestion(request) ? (_request, send) => silence.opened.then(send) : null);
  const tab = await account.browser().openTab(elsewhere);
  void sync(tab);
  await settled();
  const signedOut = tab.store.dispatch(signOut()).then(() => 'signed out');
  expect(await Promise.race([signedOut, settled().then(() => 'waits')])).toBe('signed out');
  silence.open();
});
