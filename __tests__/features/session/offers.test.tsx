import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { signOut } from '../../../src/store/session/signOut';
import { selectListIds } from '../../../src/store/view/viewSelectors';
import { renderApp } from '../../support/renderApp';
import { pass, passUntil, soon, stopTime } from '../../support/stillTime';

test('given a session that ended, then undo is not offered, neither by button nor by key', async () => {
  const app = await renderApp({ lists: [{ name: 'Apteka', items: ['plastry'] }, { name: 'Pizza' }] });
  await app.user.click(await screen.findByRole('button', { name: 'Więcej opcji: Apteka' }));
  const menu = await screen.findByRole('dialog', { name: 'Apteka' });
  await app.user.click(within(menu).getByRole('button', { name: 'Usuń' }));
  const question = await screen.findByRole('alertdialog');
  // The offer must not go by itself, after its own time.
  stopTime();
  fireEvent.click(within(question).getByRole('button', { name: 'Usuń' }));
  await passUntil(() => expect(screen.queryByRole('button', { name: 'Cofnij' })).not.toBeNull());
  await pass(1500);
  await app.allSent();
  await app.store.dispatch(signOut());
  await soon(() => expect(screen.queryByRole('heading', { level: 1, name: 'Logowanie' })).not.toBeNull());
  await soon(() => expect(screen.queryByRole('button', { name: 'Cofnij' })).toBeNull());
  jest.useRealTimers();
  await app.user.keyboard('{Control>}z{/Control}');
  expect(selectListIds(app.store.getState())).toEqual([]);
});
