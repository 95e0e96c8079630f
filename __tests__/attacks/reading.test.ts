import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { storedState } from '../../src/storage/userDatabase';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import type { Ports } from '../../src/store/state/ports';
import { selectRefusals } from '../../src/store/view/viewSelectors';
import { allChanges } from '../../src/sync/model/syncState';
import {
  always,
  attackWorld,
  first,
  flushed,
  isMethod,
  openPulled,
  seenIn,
  seesWithin,
  sync,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { answering, refusing } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { failIf, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

const sharedDisk = namedDatabases('read');

const reload = (tab: TestTab): Promise<void> | undefined =>
  tab.store.dispatch((_dispatch, _getState, { session }) => session.data()?.catchUp());

/** Two tabs without a network; the second one's reading of the disk takes as long as the test wants. */
const slowReader = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const writer = await openPulled(browser, { openUserDatabase: sharedDisk });
  const listId = writer.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(writer);
  let end = (): void => undefined;
  let slow: Promise<void> | null = null;
  let reads = 0;
  const reader = await browser.openTab({
    openUserDatabase: namedDatabases(
      'read',
      {},
      {
        read: () => {
          reads += 1;
          return slow;
        },
      },
    ),
  });
  await seesWithin(reader, ['Zakupy: ']);
  for (const tab of [writer, reader]) tab.setOnline(false);
  for (const tab of [writer, reader]) await reload(tab);
  /** Resolves when the disk is read and the answer not here yet; `end` brings it. */
  const beginReading = async () => {
    slow = new Promise<void>((resolve) => {
      end = resolve;
    });
    const before = reads;
    const over = reload(reader);
    await eventually(
      () => reads,
      (count) => count > before,
    );
    return {
      end: async () => {
        slow = null;
        end();
        await over;
      },
    };
  };
  return { writer, reader, listId, beginReading };
};

describe('while a tab reads its disk', () => {
  test('what is typed in it and written meanwhile stays on screen', async () => {
    const { writer, reader, listId, beginReading } = await slowReader();
    const reading = await beginReading();
    reader.store.dispatch(addItem(listId, { description: 'mleko' }));
    // Told, hence written: nothing on its way to the disk names it any more.
    await seesWithin(writer, ['Zakupy: mleko||open']);
    await reading.end();
    expect(seenIn(reader.store)).toEqual(['Zakupy: mleko||open']);
  });

  test('what another tab tells meanwhile is on screen afterwards', async () => {
    const { writer, reader, listId, beginReading } = await slowReader();
    const reading = await beginReading();
    writer.store.dispatch(addItem(listId, { description: 'chleb' }));
    await flushed(writer);
    await settled();
    await reading.end();
    await seesWithin(reader, ['Zakupy: chleb||open']);
  });
});

/**
 * What comes with base can be written until the disk is full; all else always. Timers of five seconds, the journal's, go off when
 * the test says.
 */
let isFull = false;
const fullForBase = () => {
  const retries: (() => void)[] = [];
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const startTimeout = globalThis.setTimeout;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== 5000) return startTimeout(run, ms);
    retries.push(run);
    return startTimeout(() => undefined, 0);
  }) as typeof setTimeout);
  return {
    ports: { openUserDatabase: namedDatabases('read', { base: () => failIf(isFull) }) } satisfies Partial<Ports>,
    fill: () => {
      isFull = true;
    },
    retryNow: () => {
      for (const retry of retries.splice(0)) retry();
    },
  };
};

/** A refusal that base alone keeps, and base is on no disk. */
const refusedOnFullDisk = async () => {
  const disk = fullForBase();
  const account = await world.signUp();
  const tab = await openPulled(account.browser(), disk.ports);
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(tab);
  disk.fill();
  world.server.wire = first(isMethod('PUT'), refusing(400, 'no'));
  tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  await sync(tab);
  expect(selectRefusals(tab.store.getState())).toHaveLength(1);
  const onDisk = async () => {
    const { log } = storedState(await sharedDisk(account.userId, () => 'device').read());
    return [...allChanges(log), ...log.refusals.flatMap(({ changes }) => changes)];
  };
  expect(await onDisk()).toHaveLength(1);
  return { disk, tab, onDisk };
};

describe('a refusal while base cannot be written', () => {
  afterEach(() => {
    // What a tab still writes before it is dead is nobody's business.
    isFull = false;
    jest.restoreAllMocks();
  });

  test('stays on Logs when the leader reads its disk, which is behind it', async () => {
    const { tab } = await refusedOnFullDisk();
    world.server.wire = always(() => true, answering(503, 'down'));
    await sync(tab);
    await reload(tab);
    expect(selectRefusals(tab.store.getState())).toHaveLength(1);
  });

  test('does not cost its change when the tab no longer leads: whoever leads next finds it on disk', async () => {
    const { disk, tab, onDisk } = await refusedOnFullDisk();
    tab.setVisible(false);
    await eventually(
      () => tab.store.dispatch((_dispatch, _getState, { session }) => session.data()?.writesBase()),
      (isLeading) => !isLeading,
    );
    disk.retryNow();
    await flushed(tab);
    expect(await onDisk()).toHaveLength(1);
  });
});

describe('a disk that cannot be read for a moment', () => {
  test('is complained about by a tab that does not lead until it reads it again', async () => {
    const browser = (await world.signUp()).browser();
    await openPulled(browser, { openUserDatabase: sharedDisk });
    let isBroken = false;
    const tab = await browser.openTab({
      openUserDatabase: namedDatabases('read', { read: () => failIf(isBroken, new Error('not now')) }),
    });
    const isComplained = () => tab.store.getState().errors.some(({ id }) => id === 'storageError');
    isBroken = true;
    await reload(tab);
    expect(isComplained()).toBe(true);
    isBroken = false;
    await reload(tab);
    expect(isComplained()).toBe(false);
  });
});
