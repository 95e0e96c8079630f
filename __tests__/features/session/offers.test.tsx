import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { signOut } from '../../../src/store/session/signOut';
import { selectListIds } from '../../../src/store/view/viewSelectors';
import { renderApp } from '../../support/renderApp';

test('given a session that ended, then undo is not offered, neither by button nor by key', async () => {
  const app = await renderApp({ lists: [{ name: 'Apteka', items: ['plastry'] }, { name: 'Pizza' }] });
  await app.user.click(await screen.findByRole('button', { name: 'Więcej opcji: Apteka' }));
  const menu = await screen.findByRole('dialog', { name: 'Apteka' });
  await app.user.click(within(menu).getByRole('button', { name: 'Usuń' }));
  const question = await screen.findByRole('alertdialog');
  await app.user.click(within(question).getByRole('button', { name: 'Usuń' }));
  expect(await screen.findByRole('button', { name: 'Cofnij' })).toBeTruthy();
  await app.allSent();
  await app.store.dispatch(signOut());
  await screen.findByRole('heading', { level: 1, name: 'Logowanie' });
  // Long before it would go by itself.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cofnij' })).toBeNull(), { timeout: 3000 });
  await app.user.keyboard('{Control>}z{/Control}');
  expect(selectListIds(app.store.getState())).toEqual([]);
});
