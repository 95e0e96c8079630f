import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { asListId } from '../../../src/contract/ids';
import { selectStreamPhase } from '../../../src/store/state/syncSlice';
import { LONG_PRESS_MS } from '../../../src/ui/useLongPress';
import { gate } from '../../support/gate';
import { renderApp, silentStream } from '../../support/renderApp';

const card = (name: RegExp | string) => screen.findByRole('link', { name });
const menu = (name: string) => screen.findByRole('dialog', { name });
const nextFrame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

describe('the overview', () => {
  test('shows a list with icon, name, badge and what is on it', async () => {
    await renderApp({
      lists: [{ name: 'Apteka', icon: 'pill', items: ['plastry', { description: 'witamina D', done: true }] }],
    });
    const link = await card('Apteka, kupiono 1 z 2, plastry, witamina D');
    expect(link.querySelector('[data-icon=pill]')).not.toBeNull();
    expect(within(link).getByText('1/2')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Twoje listy' })).toBeTruthy();
    expect(document.title).toBe('Twoje listy · Listy zakupów');
  });

  test('names the first of many items', async () => {
    const items = Array.from({ length: 100 }, (_, at) => `produkt ${at + 1}`);
    await renderApp({ lists: [{ name: 'Zakupy', items }] });
    const { textContent } = await card(/^Zakupy, kupiono 0 z 100, produkt 1, produkt 2, /);
    expect(textContent).toMatch(/produkt 24, produkt 25, produkt…$/);
  });

  test('says of a list whose items are all blank that it is empty', async () => {
    await renderApp({ lists: [{ name: 'Dla Burka', items: [''] }] });
    expect(await card('Dla Burka, kupiono 0 z 1, Lista jest pusta, dodaj coś!')).toBeTruthy();
  });

  test('shows the fallback name in italics for a list without a name', async () => {
    await renderApp({ lists: [{ items: ['mleko'] }] });
    await card('Nazwa listy, kupiono 0 z 1, mleko');
    expect(screen.getByText('Nazwa listy').style.fontStyle).toBe('italic');
  });

  test('is in English too', async () => {
    await renderApp({ language: 'en', lists: [{ name: 'Pharmacy' }] });
    expect(await card('Pharmacy, 0 of 0 purchased, This list is empty, add something!')).toBeTruthy();
    expect(document.title).toBe('Your lists · Shopping lists');
  });

  test('shows skeletons and the spinner only while nothing is stored', async () => {
    const lists = gate();
    const app = await renderApp({
      isFirstStart: true,
      answer: (path) => (path.startsWith('/lists?') ? lists.opened.then(() => Response.json({ data: [] })) : undefined),
    });
    expect(await screen.findByRole('progressbar', { name: 'Wczytywanie list…' })).toBeTruthy();
    expect(document.querySelector('[aria-busy=true]')).not.toBeNull();
    lists.open();
    expect(await screen.findByText('Nie masz jeszcze żadnej listy.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(app.path()).toBe('/lists');
  });

  test('given lists whose items are still to come, then no card calls its list empty', async () => {
    const items = gate();
    await renderApp({
      isFirstStart: true,
      lists: [{ name: 'Zakupy', items: ['mleko'] }, { name: 'Apteka' }],
      answer: (path) => {
        if (!path.startsWith('/list-items?')) return undefined;
        return items.opened.then(() => Response.json({ data: [] }));
      },
    });
    expect(await screen.findByRole('link', { name: 'Zakupy, Wczytywanie listy…' })).toBeTruthy();
    expect(screen.queryByText('Lista jest pusta, dodaj coś!')).toBeNull();
    expect(screen.queryByText('0/0')).toBeNull();
    items.open();
    expect(await screen.findByRole('link', { name: /^Apteka, kupiono 0 z 0, Lista jest pusta/ })).toBeTruthy();
  });

  test('given no stored list and no network, then it says why it is empty', async () => {
    await renderApp({ isFirstStart: true, isOnline: false });
    expect(await screen.findByText(/Wygląda na to, że nie masz dostępu do internetu/)).toBeTruthy();
  });

  test('given no stored list and a failed pull, then it says so and offers another try', async () => {
    let isDown = true;
    const { user } = await renderApp({
      isFirstStart: true,
      lists: [{ name: 'Apteka' }],
      answer: (path) => (isDown && path.startsWith('/lists?') ? new Response('', { status: 503 }) : undefined),
    });
    expect(await screen.findByText(/^Wystąpił błąd podczas pobierania danych/)).toBeTruthy();
    expect(document.querySelector('main [aria-busy=true]')).toBeNull();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Synchronizuj' }));
    expect(await card(/^Apteka/)).toBeTruthy();
  });

  test('given no disk and a failed pull, then it says so too', async () => {
    await renderApp({
      isFirstStart: true,
      answer: (path) => (path.startsWith('/lists?') ? new Response('', { status: 503 }) : undefined),
      ports: { openUserDatabase: () => Promise.reject(new DOMException('the disk is gone', 'UnknownError')) },
    });
    expect(await screen.findByText(/^Wystąpił błąd podczas pobierania danych/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Synchronizuj' })).toBeTruthy();
  });

  test('shows the fallback name for a list whose name is only spaces', async () => {
    await renderApp({ lists: [{ name: '   ', items: ['mleko'] }] });
    expect(await card('Nazwa listy, kupiono 0 z 1, mleko')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Więcej opcji: Nazwa listy' })).toBeTruthy();
  });

  test('without lists offers to make one', async () => {
    const { user } = await renderApp();
    await screen.findByText('Nie masz jeszcze żadnej listy.');
    const buttons = screen.getAllByRole('button', { name: 'Dodaj listę' });
    await user.click(buttons[0] as HTMLElement);
    expect(await menu('Dodaj listę')).toBeTruthy();
  });

  test('opens a list when its card is clicked, and comes back to that card', async () => {
    const { user, path, lists } = await renderApp({ lists: [{ name: 'Apteka' }, { name: 'Pizza' }] });
    await user.click(await card(/^Pizza/));
    await waitFor(() => expect(path()).toBe(`/lists/${lists[1]?.listId}`));
    await user.click(await screen.findByRole('button', { name: 'Wróć do list' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Pizza/ })));
  });

  test('given an app that started at a list, then comes back to its card', async () => {
    const { user } = await renderApp({ route: '/lists/:first', lists: [{ name: 'Apteka' }, { name: 'Pizza' }] });
    await user.click(await screen.findByRole('button', { name: 'Wróć do list' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Apteka/ })));
  });

  test('holds the event stream while it is shown and lets it go on Logs', async () => {
    const { user, store } = await renderApp();
    const phase = () => selectStreamPhase(store.getState());
    await waitFor(() => expect(phase()).toBe('connected'));
    await user.click(await screen.findByRole('link', { name: 'Logi' }));
    await waitFor(() => expect(phase()).toBe('disconnected'));
  });
});

describe('the menu of a list opens', () => {
  test('by its button', async () => {
    const { user } = await renderApp({ lists: [{ name: 'Apteka' }] });
    await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Apteka' }));
    expect(await menu('Apteka')).toBeTruthy();
  });

  test('by a right click or the menu key', async () => {
    await renderApp({ lists: [{ name: 'Apteka' }] });
    fireEvent.contextMenu(await card(/^Apteka/), { button: 2, clientX: 10, clientY: 20 });
    expect(await menu('Apteka')).toBeTruthy();
  });

  test('by a long press, with a vibration, and the click that follows is ignored', async () => {
    const { path, vibrations } = await renderApp({ lists: [{ name: 'Apteka' }] });
    const link = await card(/^Apteka/);
    fireEvent.pointerDown(link, { pointerType: 'touch', clientX: 10, clientY: 10 });
    expect(await menu('Apteka')).toBeTruthy();
    expect(vibrations).toEqual([10]);
    fireEvent.pointerUp(link);
    fireEvent.click(link);
    expect(path()).toBe('/lists');
  });

  test.each([
    ['moves away', (link: Element) => fireEvent.pointerMove(link, { clientX: 10, clientY: 40 })],
    ['scrolls', (link: Element) => fireEvent.pointerCancel(link)],
    ['lets go too soon', (link: Element) => fireEvent.pointerUp(link)],
  ])('not when the finger %s', async (_what, disturb) => {
    await renderApp({ lists: [{ name: 'Apteka' }] });
    const link = await card(/^Apteka/);
    jest.useFakeTimers();
    fireEvent.pointerDown(link, { pointerType: 'touch', clientX: 10, clientY: 10 });
    disturb(link);
    act(() => jest.advanceTimersByTime(LONG_PRESS_MS * 2));
    jest.useRealTimers();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('pulling the page down', () => {
  const pull = (px: number) => {
    const heading = screen.getByRole('heading', { level: 1 });
    const at = (clientY: number) => ({ touches: [{ clientX: 5, clientY, identifier: 1, target: heading }] });
    fireEvent.touchStart(heading, at(0));
    fireEvent.touchMove(heading, at(px));
    fireEvent.touchEnd(heading, { touches: [] });
  };

  test('far enough reads all lists and items again', async () => {
    const { requests, account } = await renderApp({ lists: [{ name: 'Apteka' }], answer: silentStream });
    await card(/^Apteka/);
    // The stream's own round must not find the new list first.
    await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/sse'))).toBe(true));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await account.add('lists', { uuid: asListId('019a0000-0000-7000-8000-00000000ffff'), name: 'Nowa', icon: 'cat' });
    const before = requests.length;
    pull(120);
    expect(await card(/^Nowa/)).toBeTruthy();
    // The new list may have come with a round that was on its way already; the forced one follows it.
    await waitFor(() => {
      const paths = requests.slice(before).map(({ path }) => decodeURIComponent(path));
      expect(paths.some((path) => path.startsWith('/lists?') && path.includes('1970-01-01'))).toBe(true);
    });
  });

  test('a little does nothing', async () => {
    const { store, settled } = await renderApp({ lists: [{ name: 'Apteka' }] });
    await card(/^Apteka/);
    await settled();
    const before = store.getState();
    pull(40);
    expect(store.getState()).toBe(before);
    pull(120);
    expect(store.getState()).not.toBe(before);
  });
});

describe('a list that is removed elsewhere', () => {
  const twoLists = async () => {
    const app = await renderApp({ lists: [{ name: 'Apteka' }, { name: 'Pizza' }] });
    await app.settled();
    const removeFirst = async () => {
      await app.account.remove('lists', app.listAt(0));
      await waitFor(() => expect(screen.queryByRole('link', { name: /^Apteka/ })).toBeNull());
      await nextFrame();
    };
    return { removeFirst };
  };

  test('gives the focus to the list in its place', async () => {
    const { removeFirst } = await twoLists();
    (await card(/^Apteka/)).focus();
    await removeFirst();
    expect(document.activeElement).toBe(await card(/^Pizza/));
  });

  test('without the focus gives it to nobody, because the page would scroll there', async () => {
    const { removeFirst } = await twoLists();
    await removeFirst();
    expect(document.activeElement).toBe(document.body);
  });
});
