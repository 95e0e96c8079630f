import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { selectList } from '../../../src/store/view/viewSelectors';
import { renderApp } from '../../support/renderApp';

test('given a list that another device renames while its dialog is open, when the icon is saved, then the new name stays', async () => {
  const app = await renderApp({ lists: [{ name: 'Apteka', icon: 'pill' }] });
  const listId = app.listAt(0);
  const stored = () => selectList(app.store.getState(), listId);
  await app.user.click(await screen.findByRole('button', { name: 'Więcej opcji: Apteka' }));
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Edytuj' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edytuj listę' });
  await app.account.edit('lists', listId, { name: 'Drogeria' });
  await waitFor(() => expect(stored()?.name).toBe('Drogeria'));
  await app.user.click(within(dialog).getByRole('radio', { name: 'Samolot' }));
  await app.user.click(within(dialog).getByRole('button', { name: 'Zapisz' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stored()).toMatchObject({ name: 'Drogeria', icon: 'airplane' });
});
