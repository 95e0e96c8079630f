import { describe, expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import {
  type Account,
  allSent,
  attackWorld,
  flushed,
  openPulled,
  seenIn,
  seesWithin,
  sync,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { askedThrough, failIf, NO_ANSWER, namedDatabases } from '../support/fillingDisk';
import { gate } from '../support/gate';
import { settled } from '../support/settled';

const world = attackWorld();

/** A disk that carries out what is written while it is silent, but answers nothing. */
const silentDisk = (name: string) => {
  const disk = { isSilent: false };
  const silent = (): void => failIf(disk.isSilent, NO_ANSWER);
  const writes = { changes: silent, inFlight: silent, removals: silent, base: silent };
  const openUserDatabase = askedThrough(silent, namedDatabases(name, { read: silent }, writes));
  return { disk, ports: { openUserDatabase } };
};

/** The second window writes `2 l` on a disk that stores it and does not answer. The first one sends it, and then `3 l`. */
const sentAndChangedElsewhere = async (name: string) => {
  const account = await world.signUp();
  const browser = account.browser();
  const good = { openUserDatabase: namedDatabases(name) };
  const { disk, ports } = silentDisk(name);
  const first = await openPulled(browser, good);
  const listId = first.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = first.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(first);
  await allSent(first);
  const [second, third] = [await browser.openTab(ports), await browser.openTab(good)];
  await seesWithin(second, ['Zakupy: mleko||open']);
  await seesWithin(third, ['Zakupy: mleko||open']);

  disk.isSilent = true;
  second.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2 l' } }));
  second.setVisible(false);
  await settled();
  // What the third window stores lets the first one read the disk. The second one cannot.
  third.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'chleb' } }));
  await seesWithin(first, ['Zakupy: chleb|2 l|open']);
  await sync(first);
  await allSent(first);
  first.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '3 l' } }));
  await sync(first);
  await allSent(first);
  expect(await account.items()).toMatchObject([{ description: 'chleb', quantity: '3 l' }]);

  disk.isSilent = false;
  third.kill();
  first.kill();
  return { account, second };
};

const isNewest = async (account: Account, tab: TestTab) => {
  await sync(tab, true);
  await allSent(tab);
  expect(await account.items()).toMatchObject([{ description: 'chleb', quantity: '3 l' }]);
  expect(seenIn(tab.store)).toEqual(['Zakupy: chleb|3 l|open']);
};

describe('given a word that the disk stored without an answer, when another window sent it and then a newer one', () => {
  test('then the older is not sent again', async () => {
    const { account, second } = await sentAndChangedElsewhere('stored-unanswered');
    second.setVisible(true);
    await settled();
    await isNewest(account, second);
  });

  test('then a sign-out does not keep the older one as unsaved, to be sent at the next sign-in', async () => {
    const { account, second } = await sentAndChangedElsewhere('stored-unanswered-sign-out');
    await second.store.dispatch(signOut());
    expect((await second.store.dispatch(logIn(account.email, 'a good password'))).result).toBe('ok');
    second.setVisible(true);
    await isNewest(account, second);
  });
});

test('given a disk that was silent, when a word is typed while the session asks it and ends, then the word is stored before and not kept as unsaved', async () => {
  const account = await world.signUp();
  const [question, answer] = [gate(), gate()];
  const disk = { isSilent: false };
  const silent = (): void => failIf(disk.isSilent, NO_ANSWER);
  const open = namedDatabases('typed-at-the-end', {}, { changes: silent });
  const stored: string[] = [];
  const tab = await openPulled(account.browser(), {
    openUserDatabase: (user, newId) => {
      const database = open(user, newId);
      return {
        ...database,
        isStored: async (write) => {
          question.open();
          await answer.opened;
          return database.isStored(write);
        },
        commit: async (write) => {
          await database.commit(write);
          stored.push(
            ...(write.log ?? []).map(({ value }) => (value as { data?: { name?: string } })?.data?.name ?? ''),
          );
        },
      };
    },
  });
  tab.setOnline(false);
  disk.isSilent = true;
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await flushed(tab);
  disk.isSilent = false;
  const signedOut = tab.store.dispatch(signOut());
  await question.opened;
  tab.store.dispatch(addList({ name: 'Apteka', icon: 'pill' }));
  answer.open();
  await signedOut;
  expect(stored).toContain('Apteka');
});
