import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useNavigate } from 'react-router';
import { renderApp } from '../../support/renderApp';
import { resizeTo } from '../../support/stubLayout';

afterEach(() => {
  jest.restoreAllMocks();
});

const goBack: { current: (() => void) | null } = { current: null };
function SystemBack() {
  const navigate = useNavigate();
  goBack.current = () => void navigate(-1);
  return null;
}

const LISTS = [
  { name: 'Obiad', items: ['ryż', 'ser'] },
  { name: 'Apteka', items: ['plastry'] },
];
const DESK_PX = 1280;
const PHONE_PX = 390;

const desk = (route?: string) =>
  renderApp({ widthPx: DESK_PX, lists: LISTS, beside: <SystemBack />, ...(route && { route }) });
const card = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });
const title = (name: string) => screen.findByRole('heading', { name, level: 1 });
const overview = () => screen.getByRole('region', { name: 'Twoje listy' });

describe('a window of 1280 px', () => {
  test('shows the lists and, while none is open, an invitation beside them', async () => {
    await desk();
    await title('Twoje listy');
    expect(within(screen.getByRole('main')).getByText('Wybierz listę, a otworzy się tutaj.')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Twoje listy · Listy zakupów'));
  });

  test('opens a list beside the lists, with the focus on its name and its row marked', async () => {
    const app = await desk();
    await app.user.click(await card('Obiad'));
    const heading = await title('Obiad');
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(app.path()).toBe(`/lists/${app.lists[0]?.listId}`);
    expect(document.title).toBe('Obiad · Listy zakupów');
    expect(within(overview()).getByRole('heading', { name: 'Twoje listy', level: 2 })).toBeTruthy();
    expect((await card('Obiad')).getAttribute('aria-current')).toBe('page');
    expect((await card('Apteka')).getAttribute('aria-current')).toBeNull();
    expect(within(screen.getByRole('main')).getByRole('textbox', { name: 'Produkt 1 z 2' })).toBeTruthy();
  });

  test('has one status line, one banner, one page heading and one main part', async () => {
    await desk('/lists/:first');
    await title('Obiad');
    await waitFor(() => expect(screen.getAllByText('Wszystko zapisane')).toHaveLength(1));
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getAllByRole('banner')).toHaveLength(1);
    expect(screen.getAllByRole('main')).toHaveLength(1);
  });

  test('leads back to the lists, and to the row, from a list opened over another one', async () => {
    const app = await desk();
    await app.user.click(await card('Obiad'));
    await title('Obiad');
    await app.user.click(await card('Apteka'));
    await title('Apteka');
    goBack.current?.();
    await title('Twoje listy');
    expect(app.path()).toBe('/lists');
    expect(document.activeElement).toBe(await card('Apteka'));
    await waitFor(() => expect(document.title).toBe('Twoje listy · Listy zakupów'));
  });

  test('leads back to the lists also when the visit started with another list', async () => {
    const app = await desk('/lists/:first');
    await title('Obiad');
    await app.user.click(await card('Apteka'));
    await title('Apteka');
    await app.user.click(screen.getByRole('button', { name: 'Wróć do list' }));
    await title('Twoje listy');
    expect(app.path()).toBe('/lists');
  });

  test('moves the focus into the list when the open list is opened again', async () => {
    const app = await desk('/lists/:first');
    const heading = await title('Obiad');
    (await card('Obiad')).focus();
    await app.user.keyboard('{Enter}');
    expect(document.activeElement).toBe(heading);
  });

  test('leads to the heading of the lists when the open list is deleted, as a phone does', async () => {
    const app = await desk('/lists/:first');
    await title('Obiad');
    await app.user.click(screen.getByRole('button', { name: 'Opcje listy' }));
    await app.user.click(await screen.findByRole('button', { name: 'Usuń' }));
    await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Usuń' }));
    const heading = await title('Twoje listy');
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.queryByRole('link', { name: /^Obiad/ })).toBeNull();
  });

  test('holds one event stream for both panes', async () => {
    const app = await desk('/lists/:first');
    await title('Obiad');
    await app.settled();
    await app.user.click(await card('Apteka'));
    await title('Apteka');
    await app.settled();
    expect(app.requests.filter(({ path }) => path.endsWith('/sse'))).toHaveLength(1);
  });
});

describe('a window that is turned while someone types', () => {
  test('keeps text, caret and focus, from a phone to two panes and back', async () => {
    const app = await renderApp({ widthPx: PHONE_PX, lists: LISTS, route: '/lists/:first' });
    const field = (await screen.findByRole('textbox', { name: 'Produkt 1 z 2' })) as HTMLTextAreaElement;
    await app.user.click(field);
    await app.user.keyboard(' bas');
    field.setSelectionRange(2, 2);
    act(() => resizeTo(DESK_PX));
    await card('Apteka');
    expect(document.activeElement).toBe(field);
    act(() => resizeTo(PHONE_PX));
    expect(screen.queryByRole('link', { name: /^Apteka/ })).toBeNull();
    expect(document.activeElement).toBe(field);
    expect([field.isConnected, field.value, field.selectionStart]).toEqual([true, 'ryż bas', 2]);
  });

  test('given the dialog for a new list, whose button goes with the pane, then it keeps its text and the heading gets the focus after it', async () => {
    const app = await desk('/lists/:first');
    const heading = await title('Obiad');
    await app.user.click(within(overview()).getByRole('button', { name: 'Dodaj listę' }));
    const field = (await screen.findByLabelText('Nazwa listy')) as HTMLInputElement;
    await waitFor(() => expect(document.activeElement).toBe(field));
    await app.user.keyboard('Sklep');
    act(() => resizeTo(PHONE_PX));
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('Sklep');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});
