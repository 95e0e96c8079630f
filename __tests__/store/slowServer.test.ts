import { afterEach, expect, jest, test } from '@jest/globals';
import { loadPeople, previewInvite, removeMember } from '../../src/store/acts/sharingThunks';
import { exportAccount } from '../../src/store/session/accountThunks';
import { always, attackWorld, isPull, openPulled } from '../support/attackWorld';
import { openBrowser } from '../support/browserWorld';
import { shareList } from '../support/sharedList';

const world = attackWorld();

afterEach(() => {
  jest.useRealTimers();
});

/** A network whose answers take so long from now on. The clocks of the test pass that time at once. */
const slowNetwork = (seconds: number) => {
  let isSlow = false;
  const slowFetch: typeof fetch = async (url, init) => {
    if (isSlow)
      await new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('given up')));
        setTimeout(resolve, seconds * 1000);
      });
    return fetch(url, init);
  };
  const during = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    isSlow = true;
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
    const answer = ask();
    await jest.advanceTimersByTimeAsync(seconds * 1000);
    jest.useRealTimers();
    return answer;
  };
  return { fetch: slowFetch, during };
};

test('given a server that needs 20 s, then an invitation is shown', async () => {
  const network = slowNetwork(20);
  const { store } = await openBrowser().openTab({ fetch: network.fetch });
  const invitation = JSON.stringify({ data: { list: { name: 'Zakupy', icon: 'tomato' }, from: null } });
  world.server.wire = always(
    ({ url }) => url.endsWith('/preview'),
    async () => new Response(invitation),
  );
  const answer = await network.during(() => store.dispatch(previewInvite('code')));
  expect(answer).toMatchObject({ kind: 'ok', value: { name: 'Zakupy' } });
});

test('given an account whose data need two minutes, then they are exported', async () => {
  const network = slowNetwork(120);
  const account = await world.signUp();
  const { store } = await openPulled(account.browser(), { fetch: network.fetch });
  const answer = await network.during(() => store.dispatch(exportAccount()));
  expect(answer.kind).toBe('ok');
});

test('given a pull that does not end, when a member is removed, then the answer does not wait for it', async () => {
  const { owners, listId } = await shareList(world);
  const { store } = owners;
  const people = await store.dispatch(loadPeople(listId));
  const other = people.kind === 'ok' ? people.value.members.find(({ isMe }) => !isMe) : undefined;
  world.server.wire = always(isPull, () => new Promise(() => undefined));
  const removed = await store.dispatch(removeMember(listId, other?.id ?? ''));
  expect(removed.kind).toBe('ok');
});
