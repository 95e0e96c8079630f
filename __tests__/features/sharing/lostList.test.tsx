import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { v7 as newUuid } from 'uuid';
import { NO_CAPABILITIES } from '../../../src/contract/capabilities';
import { asListId } from '../../../src/contract/ids';
import { eventually } from '../../support/eventually';
import { renderApp } from '../../support/renderApp';
import { openAccount } from '../../support/screenServer';

const OFFERED = { ...NO_CAPABILITIES, idempotency: true, cascade: true };

test('given a member with a shared list open, when its owner deletes it, then one message says that the access is lost', async () => {
  const [owner, member] = [await openAccount(), await openAccount()];
  const listId = asListId(newUuid());
  await owner.add('lists', { uuid: listId, name: 'Weekend', icon: 'tomato' });
  await owner.join(listId, 'Bartek', member.jwt);
  // In a wide window a button shows when the code about sharing is loaded.
  const app = await renderApp({ account: member, route: `/lists/${listId}`, widthPx: 1280 });
  await screen.findByRole('button', { name: 'Wklej zaproszenie' });
  await screen.findByRole('heading', { name: 'Weekend', level: 1 });
  await app.settled();

  await owner.remove('lists', listId);

  const lost = 'Nie masz już dostępu do listy „Weekend”';
  await waitFor(() => expect(app.path()).toBe('/lists'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(lost));
  expect([...document.querySelectorAll('[data-snackbar]')].map((bar) => bar.textContent)).toEqual([lost]);
  expect(screen.getByRole('status').textContent).not.toContain('Weekend');
});

test('given additions to a list that its owner deletes and brings back, then the offer to keep them does not say that it is lost', async () => {
  const [owner, member] = [await openAccount(), await openAccount()];
  const listId = asListId(newUuid());
  await owner.add('lists', { uuid: listId, name: 'Weekend', icon: 'tomato' });
  await owner.join(listId, 'Bartek', member.jwt);
  const app = await renderApp({ account: member, route: `/lists/${listId}` });
  await screen.findByRole('heading', { name: 'Weekend', level: 1 });
  await app.settled();
  app.setOnline(false);
  await app.user.click(await screen.findByRole('button', { name: 'Dodaj produkt' }));
  await app.user.keyboard('kawa');

  await owner.remove('lists', listId);
  await owner.bringBack(listId);
  app.setOnline(true);

  await screen.findByRole('link', { name: /^Weekend/ });
  await screen.findByRole('button', { name: 'Zachowaj' });
  const offer = 'Twoje dopiski nie trafiły na listę „Weekend”. Zachować je jako nową listę?';
  expect(document.querySelector('[data-snackbar]')?.textContent).toContain(offer);
  expect(screen.queryByText(/Nie masz już dostępu/)).toBeNull();
});

test('given a list that is gone before the code that says so is loaded, then the member is told all the same', async () => {
  const [owner, member] = [await openAccount(), await openAccount()];
  const listId = asListId(newUuid());
  await owner.add('lists', { uuid: listId, name: 'Weekend', icon: 'tomato' });
  await owner.join(listId, 'Bartek', member.jwt);
  let letAnswer = (): void => undefined;
  const answered = new Promise<void>((done) => {
    letAnswer = done;
  });
  const app = await renderApp({
    account: member,
    // Until the provider has said again that it offers sharing, the code that says so is not wanted.
    answer: (path) => (path.startsWith('/capabilities') ? answered.then(() => undefined) : undefined),
    ports: { openProviderMemory: async () => ({ read: async () => OFFERED, write: async () => undefined }) },
  });

  await owner.remove('lists', listId);
  await eventually(
    () => app.store.getState(),
    ({ data }) => !(listId in data.base.lists),
  );
  letAnswer();

  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Nie masz już dostępu do listy „Weekend”'));
});

test('given an owner with a shared list open, when their other device leaves it, then nothing says that it was deleted', async () => {
  const owner = await openAccount();
  const listId = asListId(newUuid());
  await owner.add('lists', { uuid: listId, name: 'Weekend', icon: 'tomato' });
  await owner.join(listId, 'Bartek');
  const app = await renderApp({ account: owner, route: `/lists/${listId}` });
  await screen.findByRole('heading', { name: 'Weekend', level: 1 });
  await app.settled();

  await owner.leave(listId);

  await waitFor(() => expect(app.path()).toBe('/lists'));
  expect(screen.getByRole('alert').textContent).toBe('Nie masz już dostępu do listy „Weekend”');
});

test('given an owner who looks at their lists, when somebody joins one, then a message names them', async () => {
  const owner = await openAccount();
  const listId = asListId(newUuid());
  await owner.add('lists', { uuid: listId, name: 'Weekend', icon: 'tomato' });
  const app = await renderApp({ account: owner, widthPx: 1280 });
  await screen.findByRole('button', { name: 'Wklej zaproszenie' });
  await app.settled();

  await owner.join(listId, 'Bartek');

  const joined = 'Bartek: od teraz ma też listę „Weekend”.';
  await waitFor(() => expect(document.querySelector('[data-snackbar]')?.textContent).toBe(joined));
  expect(screen.getByRole('status').textContent).toBe(joined);
});
