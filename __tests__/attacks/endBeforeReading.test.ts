import { expect, test } from '@jest/globals';
import { v7 as newUuid } from 'uuid';
import { asListId } from '../../src/contract/ids';
import { selectListPresence } from '../../src/store/view/listPresence';
import { attackWorld, openPulled, sync } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { namedDatabases } from '../support/fillingDisk';
import { gate } from '../support/gate';
import { settled } from '../support/settled';

const world = attackWorld();

test('given a tab that opens a list it does not know, when the round that pulled the list ends before the tab has read it from the disk, then the list is not missing', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const leader = await openPulled(browser, { openUserDatabase: namedDatabases('ended') });
  const disk = { read: Promise.resolve() };
  const other = await browser.openTab({ openUserDatabase: namedDatabases('ended', { read: () => disk.read }) });
  await settled();
  const listId = asListId(newUuid());
  const presence = () => selectListPresence(other.store.getState(), listId);
  expect(presence()).toBe('loading');

  await account.call('POST', '/lists', { data: { uuid: listId, name: 'Zakupy', icon: 'tomato' } });
  const reading = gate();
  disk.read = reading.opened;
  await sync(leader);
  await settled();
  expect(presence()).toBe('loading');

  reading.open();
  await eventually(presence, (now) => now === 'shown');
});
