import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { selectItem, selectItemIds, selectList, selectListIds } from '../../../src/store/view/viewSelectors';
import { renderApp, type TestApp } from '../../support/renderApp';

const openMenu = async ({ user }: TestApp, name: string) => {
  await user.click(await screen.findByRole('button', { name: `Więcej opcji: ${name}` }));
  return screen.findByRole('dialog', { name });
};
const gone = (role: string) => waitFor(() => expect(screen.queryByRole(role)).toBeNull());
const names = ({ store }: TestApp) => {
  const state = store.getState();
  return selectListIds(state).map((id) => selectList(state, id)?.name);
};

test('a double tap on Dodaj adds one list', async () => {
  const app = await renderApp({ lists: [{ name: 'Apteka' }] });
  await app.user.click(await screen.findByRole('button', { name: 'Dodaj listę' }));
  const dialog = await screen.findByRole('dialog', { name: 'Dodaj listę' });
  await app.user.type(within(dialog).getByLabelText('Nazwa listy'), 'Wakacje');
  await app.user.dblClick(within(dialog).getByRole('button', { name: 'Dodaj' }));
  await gone('dialog');
  expect(names(app)).toEqual(['Apteka', 'Wakacje']);
});

test.each(['Wyczyść', 'Usuń'])('given a double tap on %s, then undo restores the rows', async (answer) => {
  const app = await renderApp({ lists: [{ name: 'Apteka', items: ['plastry', 'krem'] }, { name: 'Pizza' }] });
  const entry = answer === 'Usuń' ? 'Usuń' : 'Wyczyść listę';
  await app.user.click(within(await openMenu(app, 'Apteka')).getByRole('button', { name: entry }));
  const question = await screen.findByRole('alertdialog');
  await app.user.dblClick(within(question).getByRole('button', { name: answer }));
  await gone('alertdialog');
  await app.user.click(screen.getByRole('button', { name: 'Cofnij' }));
  const state = app.store.getState();
  expect(names(app)).toEqual(['Apteka', 'Pizza']);
  const [listId] = selectListIds(state);
  if (!listId) throw new Error('no list');
  expect(selectItemIds(state, listId).map((id) => selectItem(state, listId, id)?.description)).toEqual([
    'plastry',
    'krem',
  ]);
});

test('a double tap on a list puts shared text there once', async () => {
  const app = await renderApp({
    route: '/lists?share_text=ry%C5%BC%0Aser',
    lists: [{ name: 'Dom', items: ['mleko'] }],
  });
  const sheet = await screen.findByRole('dialog', { name: 'Dodaj do listy' });
  await app.user.dblClick(within(sheet).getByRole('button', { name: 'Dom' }));
  await gone('dialog');
  const listId = app.lists[0]?.listId;
  if (!listId) throw new Error('no list');
  const state = app.store.getState();
  expect(selectItemIds(state, listId).map((id) => selectItem(state, listId, id)?.description)).toEqual([
    'mleko',
    'ryż',
    'ser',
  ]);
});
