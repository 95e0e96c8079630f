import { expect, test } from '@jest/globals';
import { isChange, type LogRecord } from '../../src/storage/logRecords';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { transferItems, undoTransfer } from '../../src/store/acts/moveThunks';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import type { Ports } from '../../src/store/state/ports';
import { attackWorld, flushed, openPulled, seenIn, settle } from '../support/attackWorld';
import { failIf } from '../support/fillingDisk';

const world = attackWorld();

/** A browser whose disk may refuse the writes of some records, and two lists with a sent item in the first. */
const withItem = async () => {
  let isRefused: (record: LogRecord) => boolean = () => false;
  const ports: Partial<Ports> = {
    openUserDatabase: (user, newId) => {
      const database = openUserDatabase(user, newId);
      return {
        ...database,
        commit: async (write) => {
          failIf((write.log ?? []).some(isRefused));
          await database.commit(write);
        },
      };
    },
  };
  const account = await world.signUp();
  const browser = account.browser();
  const tab = await openPulled(browser, ports);
  const { store } = tab;
  const from = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const to = store.dispatch(addList({ name: 'Apteka', icon: 'tomato' }));
  const itemId = store.dispatch(addItem(from, { description: 'mleko' }));
  await settle(tab);
  await flushed(tab);
  tab.setOnline(false);
  /** What the next window shows when this one was killed and the disk is good again. */
  const nextWindow = async () => {
    await flushed(tab);
    tab.kill();
    isRefused = () => false;
    const next = await openPulled(browser, ports);
    await settle(next);
    return [seenIn(next.store), (await account.items()).map(({ description }) => description)];
  };
  const refuse = (which: typeof isRefused): void => {
    isRefused = which;
  };
  return { tab, store, from, to, itemId, refuse, nextWindow };
};

test('given a disk with room for one half of a move, when the window is killed, then the next one does not remove the item', async () => {
  const { store, from, to, itemId, refuse, nextWindow } = await withItem();
  refuse(({ value }) => isChange(value) && value.listId === to);
  store.dispatch(transferItems('move', from, to, [itemId]));
  expect(await nextWindow()).toEqual([['Zakupy: mleko||open', 'Apteka: '], ['mleko']]);
});

test('given a disk that stores one half of an undone move, when the window is killed, then the next one does not remove the item', async () => {
  const { tab, store, from, to, itemId, refuse, nextWindow } = await withItem();
  const move = store.dispatch(transferItems('move', from, to, [itemId]));
  await flushed(tab);
  refuse(({ value }) => value === undefined);
  store.dispatch(undoTransfer(move));
  expect((await nextWindow())[1]).toEqual(['mleko']);
});
