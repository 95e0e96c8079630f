import { expect, test } from '@jest/globals';
import type { ListId } from '../../src/contract/ids';
import { isChange } from '../../src/storage/logRecords';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { transferItems } from '../../src/store/acts/moveThunks';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import type { Ports } from '../../src/store/state/ports';
import { attackWorld, flushed, openPulled, seenIn, settle } from '../support/attackWorld';
import { failIf } from '../support/fillingDisk';

const world = attackWorld();

test('given a disk with room for one half of a move, when the window is killed, then the next one does not remove the item', async () => {
  let full: ListId | null = null;
  const ports: Partial<Ports> = {
    openUserDatabase: (user, newId) => {
      const database = openUserDatabase(user, newId);
      return {
        ...database,
        commit: async (write) => {
          failIf(full !== null && (write.log ?? []).some(({ value }) => isChange(value) && value.listId === full));
          await database.commit(write);
        },
      };
    },
  };
  const browser = (await world.signUp()).browser();
  const tab = await openPulled(browser, ports);
  const { store } = tab;
  const from = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const to = store.dispatch(addList({ name: 'Apteka', icon: 'tomato' }));
  const itemId = store.dispatch(addItem(from, { description: 'mleko' }));
  await settle(tab);
  await flushed(tab);
  full = to;
  tab.setOnline(false);
  store.dispatch(transferItems('move', from, to, [itemId]));
  await flushed(tab);
  tab.kill();
  full = null;
  const next = await openPulled(browser, ports);
  await settle(next);
  expect(seenIn(next.store)).toEqual(['Zakupy: mleko||open', 'Apteka: ']);
});
