import { describe, expect, test } from '@jest/globals';
import { attackWorld, openPulled, seesWithin, wait, watch } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { eventually } from '../support/eventually';

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
  test('goes on after hiding and showing from the last event it saw', async () => {
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

  test('stays open for a visible tab beside it that shows lists, also when the lead has changed hands', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const lists = await openPulled(browser);
    watch(lists);
    await isPhase(lists, 'connected');
    const logs = await browser.openTab();
    lists.setVisible(false);
    await isPhase(lists, 'disconnected');
    await wait(50);
    expect(phaseOf(logs)).toBe('disconnected');
    lists.setVisible(true);
    await isPhase(logs, 'connected');
    await account.call('POST', '/lists', { data: { uuid: 'a-list', name: 'Zakupy' } });
    await seesWithin(lists, ['Zakupy: ']);
    lists.setVisible(false);
    await isPhase(logs, 'disconnected');
  });

  test('is opened by a leader that never heard who wants it', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const first = await openPulled(browser);
    const lists = await browser.openTab();
    watch(lists);
    await isPhase(first, 'connected');
    const late = await browser.openTab();
    lists.setVisible(false);
    first.kill();
    await wait(50);
    lists.setVisible(true);
    await isPhase(late, 'connected');
  });

  test('a tab that takes over asks the others what they show', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const first = await openPulled(browser);
    const lists = await browser.openTab();
    const isListening = { lock: async () => new Promise<void>(() => undefined) };
    const shown = await browser.openTab(isListening);
    watch(shown);
    await isPhase(first, 'connected');
    const late = await browser.openTab();
    first.kill();
    lists.kill();
    await isPhase(late, 'connected');
  });
});
