import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { selectItem, selectItemIds } from '../../../src/store/view/viewSelectors';
import { PASSWORD, renderApp, type TestApp } from '../../support/renderApp';

afterEach(() => sessionStorage.clear());

const SHARE = '/lists?share_title=Obiad&share_text=-%20ry%C5%BC%0A-%20ser';
const sheet = () => screen.findByRole('dialog', { name: 'Dodaj do listy' });

const textsOf = ({ store, lists }: TestApp, place: number): string[] => {
  const id = lists[place]?.listId;
  if (!id) return [];
  return selectItemIds(store.getState(), id).map((item) => selectItem(store.getState(), id, item)?.description ?? '');
};

describe('shared text', () => {
  test('asks for a list, is added by the rules of a paste, and can be undone', async () => {
    const app = await renderApp({ route: SHARE, lists: [{ name: 'Dom', items: ['mleko'] }, { name: 'Dom' }] });
    const question = await sheet();
    expect(within(question).getByText('3 produkty do dodania')).toBeTruthy();
    expect(app.path()).toBe('/lists');
    const [first] = within(question).getAllByRole('button', { name: 'Dom' });
    await app.user.click(first as HTMLElement);
    await waitFor(() => expect(app.path()).toBe(`/lists/${app.lists[0]?.listId}`));
    expect(textsOf(app, 0)).toEqual(['mleko', 'Obiad', 'ryż', 'ser']);
    expect(sessionStorage.length).toBe(0);
    await app.user.click(await screen.findByRole('button', { name: 'Cofnij' }));
    await waitFor(() => expect(textsOf(app, 0)).toEqual(['mleko']));
  });

  test('fills the blank row of an empty list first', async () => {
    const app = await renderApp({ route: SHARE, lists: [{ name: 'Pusta', items: [{ description: '' }] }] });
    await app.user.click(within(await sheet()).getByRole('button', { name: 'Pusta' }));
    await waitFor(() => expect(textsOf(app, 0)).toEqual(['Obiad', 'ryż', 'ser']));
  });

  test('given a list without a name, then the sheet shows its fallback name in italics, as Lists does', async () => {
    await renderApp({ route: SHARE, lists: [{ name: ' ', icon: 'pill' }, { name: 'Dom' }] });
    const question = await sheet();
    const styleOf = (name: string) => getComputedStyle(within(question).getByRole('button', { name })).fontStyle;
    expect([styleOf('Nazwa listy'), styleOf('Dom')]).toEqual(['italic', '']);
  });

  test('of list marks alone is dropped without a question', async () => {
    const app = await renderApp({ route: '/lists?share_text=---%0A***', lists: [{ name: 'Dom' }] });
    await app.settled();
    await waitFor(() => expect(sessionStorage.length).toBe(0));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(app.path()).toBe('/lists');
  });

  test('waits through a sign-in, and is dropped when the person declines', async () => {
    const app = await renderApp({ route: SHARE, isSignedIn: false });
    expect(await screen.findByRole('heading', { name: 'Logowanie' })).toBeTruthy();
    expect(app.path()).not.toContain('share');
    await app.user.type(screen.getByLabelText('E-mail'), app.account.user.email);
    await app.user.type(screen.getByLabelText('Hasło'), PASSWORD);
    await app.user.click(screen.getByRole('button', { name: 'Zaloguj się' }));
    await app.user.click(within(await sheet()).getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sessionStorage.length).toBe(0);
  });

  test('makes a new list, and asks again when that is cancelled', async () => {
    const app = await renderApp({ route: SHARE });
    await app.user.click(within(await sheet()).getByRole('button', { name: 'Dodaj listę' }));
    const dialog = await screen.findByRole('dialog', { name: 'Dodaj listę' });
    await app.user.click(within(dialog).getByRole('button', { name: 'Anuluj' }));
    await app.user.click(within(await sheet()).getByRole('button', { name: 'Dodaj listę' }));
    const again = await screen.findByRole('dialog', { name: 'Dodaj listę' });
    await app.user.type(within(again).getByLabelText('Nazwa listy'), 'Nowa');
    await app.user.click(within(again).getByRole('button', { name: 'Dodaj' }));
    await screen.findByRole('heading', { level: 1, name: 'Nowa' });
    expect(screen.getByText('Dodano 3 produkty', { selector: '[data-snackbar] *' })).toBeTruthy();
  });
});
