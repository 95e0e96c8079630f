import { describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { parseUser } from '../../../src/contract/user';
import { followToken } from '../../../src/store/session/followToken';
import { selectItemIds, selectList, selectListIds } from '../../../src/store/view/viewSelectors';
import { renderApp, type TestApp } from '../../support/renderApp';
import { openAccount } from '../../support/screenServer';

const TWO = [
  { name: 'Apteka', icon: 'pill', items: ['plastry', { description: 'krem', done: true }] },
  { name: 'Pizza', icon: 'pizza', items: ['mąka'] },
] as const;

const openMenu = async ({ user }: TestApp, name: string) => {
  await user.click(await screen.findByRole('button', { name: `Więcej opcji: ${name}` }));
  return screen.findByRole('dialog', { name });
};
const gone = (role: string) => waitFor(() => expect(screen.queryByRole(role)).toBeNull());
const press = async ({ user }: TestApp, within_: HTMLElement, name: string) =>
  user.click(within(within_).getByRole('button', { name }));
const names = ({ store }: TestApp) => {
  const state = store.getState();
  return selectListIds(state).map((id) => selectList(state, id)?.name);
};

describe('the list action menu', () => {
  test('has the list as heading and its entries in the specified order', async () => {
    const app = await renderApp({ lists: TWO });
    const menu = await openMenu(app, 'Apteka');
    expect(within(menu).getByRole('heading', { name: 'Apteka' })).toBeTruthy();
    expect(
      within(menu)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Usuń', 'Wyczyść listę', 'Edytuj', 'Udostępnij', 'Anuluj']);
  });

  test.each([
    ['Udostępnij', 'where nothing can be shared', () => Response.json({})],
    ['Anuluj', 'anywhere', () => undefined],
  ])('%s, %s, closes it and changes nothing', async (entry, _, capabilities) => {
    const app = await renderApp({
      lists: TWO,
      answer: (path) => (path === '/capabilities' ? capabilities() : undefined),
    });
    const menu = await openMenu(app, 'Apteka');
    const before = app.store.getState().data.log;
    await press(app, menu, entry);
    await gone('dialog');
    expect(app.store.getState().data.log).toBe(before);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Więcej opcji: Apteka' })),
    );
  });

  test('closes when the list is removed elsewhere', async () => {
    const app = await renderApp({ lists: TWO });
    await openMenu(app, 'Apteka');
    await app.account.remove('lists', app.listAt(0));
    await app.store.dispatch((_d, _g, { session }) => session.sync({ force: true }));
    await gone('dialog');
    expect(names(app)).toEqual(['Pizza']);
  });

  test('says nothing of its list when somebody else has signed in in another tab', async () => {
    const app = await renderApp({ lists: TWO });
    await openMenu(app, 'Apteka');
    const other = await openAccount();
    Object.assign(app.stored, { token: other.jwt, user: parseUser(other.user) });
    await act(() => app.store.dispatch(followToken()));
    await gone('dialog');
    await app.settled();
    expect(document.querySelector('[data-snackbar]')).toBeNull();
  });

  test('says so when its list is removed elsewhere, also over an edited name, and the heading gets the focus', async () => {
    const app = await renderApp({ lists: TWO });
    await press(app, await openMenu(app, 'Apteka'), 'Edytuj');
    await app.user.type(await screen.findByLabelText('Nazwa listy'), ' nocna');
    await app.account.remove('lists', app.listAt(0));
    await app.store.dispatch((_d, _g, { session }) => session.sync({ force: true }));
    await gone('dialog');
    await screen.findByText('Lista „Apteka” została usunięta na innym urządzeniu.', { selector: '[data-snackbar] *' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });
});

describe('deleting a list', () => {
  const askDelete = async (app: TestApp) => {
    await press(app, await openMenu(app, 'Apteka'), 'Usuń');
    return screen.findByRole('alertdialog', { name: 'Czy na pewno chcesz usunąć tę listę?' });
  };

  test('asks first, with the focus on Anuluj', async () => {
    const app = await renderApp({ lists: TWO });
    const question = await askDelete(app);
    expect(document.activeElement?.textContent).toBe('Anuluj');
    await press(app, question, 'Anuluj');
    await gone('alertdialog');
    expect(names(app)).toEqual(['Apteka', 'Pizza']);
  });

  test('removes the list and its items, and undo brings both back', async () => {
    const app = await renderApp({ lists: TWO });
    await press(app, await askDelete(app), 'Usuń');
    await gone('alertdialog');
    expect(names(app)).toEqual(['Pizza']);
    expect(screen.getByText('Usunięto listę „Apteka”', { selector: '[data-snackbar] *' })).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(names(app)).toEqual(['Apteka', 'Pizza']);
    expect(screen.getByRole('link', { name: 'Apteka, kupiono 1 z 2, plastry, krem' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Przywrócono');
  });

  test('given a very long name, then the undo bar shows its beginning, and screen readers get all of it', async () => {
    const name = 'bardzo długa nazwa '.repeat(10).trim();
    const app = await renderApp({ lists: [{ name }] });
    await press(app, await openMenu(app, name), 'Usuń');
    await press(app, await screen.findByRole('alertdialog'), 'Usuń');
    await gone('alertdialog');
    expect(screen.getByText(/^Usunięto listę „[^”]{60}…”$/, { selector: '[data-snackbar] *' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe(`Usunięto listę „${name}”`);
  });

  test('is undone by Ctrl+Z outside text fields', async () => {
    const app = await renderApp({ lists: TWO });
    await press(app, await askDelete(app), 'Usuń');
    await gone('alertdialog');
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(names(app)).toEqual(['Apteka', 'Pizza']);
  });

  test.each([
    ['on a keyboard of another script', { key: 'я', code: 'KeyZ', ctrlKey: true }, ['Apteka', 'Pizza']],
    ['but not by the key in its place', { key: 'y', code: 'KeyZ', ctrlKey: true }, ['Pizza']],
    ['and not by a letter that takes Ctrl and Alt', { key: 'ż', code: 'KeyZ', ctrlKey: true, altKey: true }, ['Pizza']],
  ])('is undone by Ctrl+Z also %s', async (_where, press_, left) => {
    const app = await renderApp({ lists: TWO });
    await press(app, await askDelete(app), 'Usuń');
    await gone('alertdialog');
    fireEvent.keyDown(document.body, press_);
    expect(names(app)).toEqual(left);
  });

  test('leaves the focus on the list that took its place', async () => {
    const app = await renderApp({ lists: TWO });
    await press(app, await askDelete(app), 'Usuń');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Pizza/ })));
  });

  test('from its own screen goes to Lists first', async () => {
    const app = await renderApp({ lists: TWO, route: '/lists/:first' });
    await app.user.click(await screen.findByRole('button', { name: 'Opcje listy' }));
    await press(app, await screen.findByRole('dialog', { name: 'Apteka' }), 'Usuń');
    await press(app, await screen.findByRole('alertdialog'), 'Usuń');
    await waitFor(() => expect(app.path()).toBe('/lists'));
    expect(await screen.findByText('Usunięto listę „Apteka”', { selector: '[data-snackbar] *' })).toBeTruthy();
    expect(names(app)).toEqual(['Pizza']);
  });
});

describe('clearing a list', () => {
  test('removes open and bought items, keeps the list, and can be undone', async () => {
    const app = await renderApp({ lists: TWO });
    const listId = app.lists[0]?.listId;
    if (!listId) throw new Error('no list');
    const count = () => selectItemIds(app.store.getState(), listId).length;
    await press(app, await openMenu(app, 'Apteka'), 'Wyczyść listę');
    const question = await screen.findByRole('alertdialog', { name: 'Czy na pewno chcesz wyczyścić tę listę?' });
    await press(app, question, 'Wyczyść');
    await gone('alertdialog');
    expect([names(app), count()]).toEqual([['Apteka', 'Pizza'], 0]);
    await app.user.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(count()).toBe(2);
  });
});

describe('the list dialog', () => {
  const openAdd = async ({ user }: TestApp) => {
    await user.click(await screen.findByRole('button', { name: 'Dodaj listę' }));
    return screen.findByRole('dialog', { name: 'Dodaj listę' });
  };

  test('adds a list with the chosen name and icon, and opens it with the caret in its first row', async () => {
    const app = await renderApp({ lists: TWO });
    const dialog = await openAdd(app);
    const field = within(dialog).getByLabelText('Nazwa listy');
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('placeholder')).toBe('Np. Zakupy lub lista życzeń');
    await app.user.type(field, 'Wakacje');
    await app.user.click(within(dialog).getByRole('radio', { name: 'Samolot' }));
    await press(app, dialog, 'Dodaj');
    await gone('dialog');
    await screen.findByRole('heading', { level: 1, name: 'Wakacje' });
    expect(app.path()).toMatch(/^\/lists\/.+/);
    const first = await screen.findByRole('textbox', { name: 'Produkt 1 z 1' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    await app.user.click(screen.getByRole('button', { name: 'Wróć do list' }));
    const link = await screen.findByRole('link', { name: /^Wakacje/ });
    expect(app.path()).toBe('/lists');
    expect(link.querySelector('[data-icon=airplane]')).not.toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  test('offers eleven icons, the tomato chosen', async () => {
    const app = await renderApp({ lists: TWO });
    const group = within(await openAdd(app)).getByRole('radiogroup', { name: 'Ikona' });
    const radios = within(group).getAllByRole<HTMLInputElement>('radio');
    expect(radios).toHaveLength(11);
    expect(radios.filter(({ checked }) => checked).map((radio) => radio.getAttribute('aria-label'))).toEqual([
      'Pomidor',
    ]);
  });

  test('saves on Enter, also without a name', async () => {
    const app = await renderApp({ lists: TWO });
    await openAdd(app);
    await app.user.keyboard('{Enter}');
    await gone('dialog');
    expect(names(app)).toEqual(['Apteka', 'Pizza', '']);
    expect(await screen.findByRole('heading', { level: 1, name: 'Nazwa listy' })).toBeTruthy();
  });

  test.each(['Anuluj', 'Zamknij'])('%s closes it without saving and without a question', async (button) => {
    const app = await renderApp({ lists: TWO });
    const dialog = await openAdd(app);
    await app.user.type(within(dialog).getByLabelText('Nazwa listy'), 'Wakacje');
    await press(app, dialog, button);
    await gone('dialog');
    expect(names(app)).toEqual(['Apteka', 'Pizza']);
  });

  test('is empty again after it was cancelled', async () => {
    const app = await renderApp({ lists: TWO });
    const dialog = await openAdd(app);
    await app.user.type(within(dialog).getByLabelText('Nazwa listy'), 'Wakacje');
    await press(app, dialog, 'Anuluj');
    await gone('dialog');
    const again = await openAdd(app);
    expect(within(again).getByLabelText<HTMLInputElement>('Nazwa listy').value).toBe('');
  });

  test('editing works on a copy and writes only what was changed', async () => {
    const app = await renderApp({ lists: TWO });
    await press(app, await openMenu(app, 'Apteka'), 'Edytuj');
    const dialog = await screen.findByRole('dialog', { name: 'Edytuj listę' });
    const field = within(dialog).getByLabelText<HTMLInputElement>('Nazwa listy');
    expect(field.value).toBe('Apteka');
    await app.user.type(field, ' nocna');
    expect(names(app)).toEqual(['Apteka', 'Pizza']);
    await press(app, dialog, 'Zapisz');
    await gone('dialog');
    expect(names(app)).toEqual(['Apteka nocna', 'Pizza']);
    await app.allSent();
    const put = app.requests.find(({ init }) => init.method === 'PUT');
    expect(JSON.parse(String(put?.init.body))).toEqual({ data: { name: 'Apteka nocna' } });
  });

  test('a save without a difference makes no change', async () => {
    const app = await renderApp({ lists: [{ name: 'Apteka', icon: 'unicorn' }] });
    await press(app, await openMenu(app, 'Apteka'), 'Edytuj');
    const before = app.store.getState().data.log;
    await press(app, await screen.findByRole('dialog', { name: 'Edytuj listę' }), 'Zapisz');
    await gone('dialog');
    expect(app.store.getState().data.log).toBe(before);
  });

  test('has the English words', async () => {
    const app = await renderApp({ lists: TWO, language: 'en' });
    await app.user.click(await screen.findByRole('button', { name: 'Add list' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add list' });
    expect(within(dialog).getByLabelText('List name').getAttribute('placeholder')).toBe('E.g. Shopping or wishlist');
  });
});
