import { describe, expect, jest, test } from '@jest/globals';
import { addList } from '../../src/store/acts/rowThunks';
import { selectIsRoundRunning } from '../../src/store/state/loadingSlice';
import { remoteEventReceived } from '../../src/store/state/remoteEvents';
import { allSent, attackWorld, openPulled, seesWithin, sync, watch } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { eventually } from '../support/eventually';
import { settled } from '../support/settled';

const world = attackWorld();

const phaseOf = (tab: TestTab) => tab.store.getState().status.stream;
const isPhase = (tab: TestTab, phase: string) =>
  eventually(
    () => phaseOf(tab),
    (now) => now === phase,
  );

/** The `Last-Event-ID` of each connection that is opened from here on. */
const connections = (): (string | null)[] => {
  const ids: (string | null)[] = [];
  world.server.wire = ({ url, headers }) => {
    if (url.endsWith('/sse')) ids.push(headers.get('last-event-id'));
    return null;
  };
  return ids;
};

describe('the event stream of the leading tab', () => {
  test('given a tab that was hidden and shown, then it continues after the last event', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const ids = connections();
    watch(tab);
    await isPhase(tab, 'connected');
    await account.call('POST', '/lists', { data: { uuid: 'a-list', name: 'Zakupy' } });
    await seesWithin(tab, ['Zakupy: ']);
    tab.setVisible(false);
    await isPhase(tab, 'disconnected');
    await account.call('PUT', `/lists/${(await account.lists())[0]?.documentId}`, { data: { name: 'Apteka' } });
    tab.setVisible(true);
    await seesWithin(tab, ['Apteka: ']);
    expect(ids).toEqual([null, expect.stringMatching(/^\d+$/)]);
  });

  test('an event whose id goes beyond ASCII does not keep it from connecting again', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const ids: (string | null)[] = [];
    world.server.wire = ({ url, headers }) => {
      if (!url.endsWith('/sse')) return null;
      ids.push(headers.get('last-event-id'));
      const answer = 'retry: 5\n\nid: 7→ż\nevent: list::patch\ndata: {}\n\n';
      return async () => new Response(answer, { headers: { 'Content-Type': 'text/event-stream' } });
    };
    const leave = watch(tab);
    await eventually(
      () => ids.length,
      (count) => count >= 2,
    );
    leave();
    expect(Buffer.from(ids[1] ?? '', 'latin1').toString('utf8')).toBe('7→ż');
  });

  test('is open in the visible tab that shows lists, also when the lead has changed hands', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const lists = await openPulled(browser);
    watch(lists);
    await isPhase(lists, 'connected');
    const logs = await browser.openTab();
    lists.setVisible(false);
    await isPhase(lists, 'disconnected');
    await settled();
    expect(phaseOf(logs)).toBe('disconnected');
    lists.setVisible(true);
    await isPhase(lists, 'connected');
    await account.call('POST', '/lists', { data: { uuid: 'a-list', name: 'Zakupy' } });
    await seesWithin(logs, ['Zakupy: ']);
    expect(phaseOf(logs)).toBe('disconnected');
  });

  test('given a leader on Logs that is killed, then the tab that shows lists opens it, past another on Logs', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const first = await openPulled(browser);
    const second = await browser.openTab();
    const lists = await browser.openTab();
    lists.setVisible(false);
    watch(lists);
    await settled();
    expect([first, second, lists].map(phaseOf)).toEqual(['disconnected', 'disconnected', 'disconnected']);
    first.kill();
    lists.setVisible(true);
    await isPhase(lists, 'connected');
    expect(phaseOf(second)).toBe('disconnected');
  });
});

describe('a remote change', () => {
  /** What is counted in a tab from here on, by the names of the events. */
  const countedIn = (tab: TestTab): (() => readonly string[]) => {
    const { mock } = jest.spyOn(tab.store, 'dispatch');
    return () =>
      (mock.calls as readonly (readonly unknown[])[]).flatMap(([action]) =>
        remoteEventReceived.match(action) ? [action.payload.name] : [],
      );
  };
  /** Listens, and has nothing left to pull: what changes from here on only the stream can tell. */
  const isListening = async (tab: TestTab): Promise<void> => {
    await isPhase(tab, 'connected');
    await eventually(
      () => selectIsRoundRunning(tab.store.getState()),
      (isRunning) => !isRunning,
    );
  };

  test('is counted once for two tabs, and what one of them wrote itself is not', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const first = await openPulled(browser);
    const second = await browser.openTab();
    const counted = [countedIn(first), countedIn(second)];
    watch(first);
    watch(second);
    await isListening(first);
    const list = await account.call('POST', '/lists', { data: { uuid: 'a-list', name: 'Zakupy' } });
    await seesWithin(first, ['Zakupy: ']);
    first.setVisible(false);
    await isListening(second);
    await account.call('PUT', `/lists/${list.documentId}`, { data: { name: 'Apteka' } });
    await seesWithin(second, ['Apteka: ']);
    second.store.dispatch(addList({ name: 'Prezenty', icon: 'cat' }));
    await sync(second);
    await allSent(second);
    second.setVisible(false);
    first.setVisible(true);
    await isListening(first);
    await account.call('PUT', `/lists/${list.documentId}`, { data: { name: 'Dom' } });
    await seesWithin(first, ['Dom: ', 'Prezenty: ']);
    expect(counted.map((names) => names())).toEqual([['list::create', 'list::patch'], ['list::patch']]);
  });

  test('that a pull brought first is not counted again at its event', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const counted = countedIn(tab);
    watch(tab);
    await isListening(tab);
    const list = await account.call('POST', '/lists', { data: { uuid: 'a-list', name: 'Zakupy' } });
    await seesWithin(tab, ['Zakupy: ']);
    tab.setVisible(false);
    await isPhase(tab, 'disconnected');
    await account.call('PUT', `/lists/${list.documentId}`, { data: { name: 'Apteka' } });
    world.server.wire = ({ url }) =>
      url.endsWith('/sse') ? (_request, send) => seesWithin(tab, ['Apteka: ']).then(send) : null;
    tab.setVisible(true);
    await isListening(tab);
    await account.call('PUT', `/lists/${list.documentId}`, { data: { name: 'Dom' } });
    await seesWithin(tab, ['Dom: ']);
    expect(counted()).toEqual(['list::create', 'list::patch']);
  });
});
