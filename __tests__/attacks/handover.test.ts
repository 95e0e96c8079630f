import { describe, expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteList } from '../../src/store/acts/rowThunks';
import { selectIsRoundRunning } from '../../src/store/state/loadingSlice';
import type { Ports } from '../../src/store/state/ports';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import {
  allSent,
  attackWorld,
  isPull,
  isWrite,
  openPulled,
  seenIn,
  seesWithin,
  sync,
  watch,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { eventually } from '../support/eventually';
import { type DiskPart, failIf, namedDatabases } from '../support/fillingDisk';
import { gate } from '../support/gate';
import { settled } from '../support/settled';

const world = attackWorld();

const never = new Promise<never>(() => undefined);

/** A disk shared by the tabs of a test; one of them may be made to go no further than the write that was asked last. */
const sharedDisk = (name: string) => {
  let stopped: DiskPart | null = null;
  const done: DiskPart[] = [];
  const shared = { openUserDatabase: namedDatabases(name) } satisfies Partial<Ports>;
  const after = (part: DiskPart) => () => {
    if (stopped !== part) return undefined;
    done.push(part);
    return never;
  };
  const dying: Partial<Ports> = {
    openUserDatabase: namedDatabases(name, {}, { changes: after('changes'), base: after('base') }),
  };
  return {
    shared,
    dying,
    stopAfter: (part: 'changes' | 'base') => {
      stopped = part;
    },
    isDone: () =>
      eventually(
        () => done.length,
        (count) => count > 0,
      ),
  };
};

/** A disk shared by the tabs of a test that takes no change and no in-flight write while it is full. */
const fillingDisk = (name: string) => {
  let isFull = false;
  const full = (): void => failIf(isFull);
  const ports: Partial<Ports> = { openUserDatabase: namedDatabases(name, { changes: full, inFlight: full }) };
  const fill = (now: boolean): void => {
    isFull = now;
  };
  return { ports, fill };
};

const requestsOf = (tab: TestTab): number =>
  world.server.seen.filter(({ session }) => session?.endsWith(tab.name)).length;

describe('attacks on a handover of the lead', () => {
  test('given no network, when the leader dies after writing a change and before its message, then the next leader shows the change', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const disk = sharedDisk('untold');
    const first = await openPulled(browser, disk.dying);
    const listId = first.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const itemId = first.store.dispatch(addItem(listId, { description: 'mleko' }));
    await sync(first);
    const second = await browser.openTab(disk.shared);
    await seesWithin(second, ['Zakupy: mleko||open']);
    for (const tab of [first, second]) tab.setOnline(false);
    // Whatever happens to a tab makes it read the disk: that is over before the change is made.
    await second.store.dispatch((_dispatch, _getState, { session }) => session.data()?.catchUp());
    disk.stopAfter('changes');
    first.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await disk.isDone();
    expect(seenIn(second.store)).toEqual(['Zakupy: mleko||open']);
    first.kill();
    await seesWithin(second, ['Zakupy: mleko|2|open']);
  });

  test('given a leader that dies after writing a recovery offer and before its message, then the next leader shows the offer', async () => {
    const account = await world.signUp();
    const outside = await openPulled(account.browser());
    const listId = outside.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    await sync(outside);
    const browser = account.browser();
    const disk = sharedDisk('offer');
    const first = await openPulled(browser, disk.dying);
    const second = await browser.openTab(disk.shared);
    await seesWithin(second, ['Zakupy: ']);
    outside.store.dispatch(deleteList(listId));
    await sync(outside);
    first.store.dispatch(addItem(listId, { description: 'chleb' }));
    await seesWithin(second, ['Zakupy: chleb||open']);
    disk.stopAfter('base');
    void sync(first);
    await disk.isDone();
    first.kill();
    await eventually(
      () => selectRecoveryOffers(second.store.getState())[listId]?.items.map(({ description }) => description),
      (offered) => offered?.join() === 'chleb',
    );
    await sync(second, true);
    expect(selectRecoveryOffers(second.store.getState())[listId]?.name).toBe('Zakupy');
  });

  test('given a leader that is hidden during a round, when another tab leads, then it sends no more requests', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const first = await openPulled(browser);
    const second = await browser.openTab();
    const answer = gate();
    let requests = 0;
    world.server.wire = (request) => {
      if (!isPull(request) || !request.headers.get('x-session-id')?.endsWith(first.name)) return null;
      requests += 1;
      return async (_request, send) => {
        await answer.opened;
        return send();
      };
    };
    void sync(first, true);
    await eventually(
      () => requests,
      (count) => count > 0,
    );
    first.setVisible(false);
    await eventually(
      () => requestsOf(second),
      (count) => count > 2,
    );
    const before = requestsOf(first);
    answer.open();
    await sync(second, true);
    await settled();
    expect(requestsOf(first)).toBe(before);
  });

  test('given a leader that is hidden, then it keeps the lead until the events of the stream are on disk', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const slow = gate();
    let isSlow = false;
    let isWriting = false;
    const first = await openPulled(browser, {
      openUserDatabase: namedDatabases('unflushed', {
        base: () => {
          isWriting = isSlow;
          return isSlow ? slow.opened : undefined;
        },
      }),
    });
    const leave = watch(first);
    await eventually(
      () => first.store.getState(),
      (state) => state.status.stream === 'connected' && !selectIsRoundRunning(state),
    );
    await sync(first);
    const second = await browser.openTab({ openUserDatabase: namedDatabases('unflushed') });
    await settled();
    const before = requestsOf(second);
    isSlow = true;
    await account.call('POST', '/lists', { data: { uuid: 'a-list', name: 'Zakupy' } });
    await seesWithin(first, ['Zakupy: ']);
    await eventually(
      () => isWriting,
      (now) => now,
    );
    first.setVisible(false);
    await settled();
    expect(requestsOf(second)).toBe(before);
    isSlow = false;
    slow.open();
    await eventually(
      () => requestsOf(second),
      (count) => count > before,
    );
    leave();
  });

  test('given a leader that is hidden in its last round, when another tab becomes visible, then only that tab opens a stream', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const first = await openPulled(browser);
    const leave = watch(first);
    const streamsOf = ({ name }: TestTab): number =>
      world.server.seen.filter(({ path, session }) => path.endsWith('/sse') && session?.endsWith(name)).length;
    await eventually(
      () => first.store.getState(),
      (state) => state.status.stream === 'connected' && !selectIsRoundRunning(state),
    );
    const second = await browser.openTab();
    second.setVisible(false);
    const answer = gate();
    let requests = 0;
    world.server.wire = (request) => {
      if (!isWrite(request)) return null;
      requests += 1;
      return async (_request, send) => {
        await answer.opened;
        return send();
      };
    };
    first.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    first.setVisible(false);
    await eventually(
      () => requests,
      (count) => count > 0,
    );
    second.setVisible(true);
    const leaveSecond = watch(second);
    await settled();
    answer.open();
    await eventually(
      () => streamsOf(second),
      (count) => count > 0,
    );
    expect(streamsOf(first)).toBe(1);
    leave();
    leaveSecond();
  });

  test('given a full disk, when the leader has only a blank row, then it hands the lead to a tab with changes', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const disk = fillingDisk('blank');
    const first = await openPulled(browser, disk.ports);
    const listId = first.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    await sync(first);
    const second = await browser.openTab(disk.ports);
    await seesWithin(second, ['Zakupy: ']);
    disk.fill(true);
    first.store.dispatch(addItem(listId, {}));
    second.store.dispatch(addItem(listId, { description: 'mleko' }));
    await allSent(second);
    expect((await account.items()).map(({ description }) => description)).toEqual(['mleko']);
    expect(seenIn(first.store)[0]).toContain('||open');
  });
});
