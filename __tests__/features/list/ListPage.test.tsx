import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { v7 as newUuid } from 'uuid';
import { asListId } from '../../../src/contract/ids';
import { uuidsInPlaceOf } from '../../../src/contract/uuids';
import { openUserDatabase } from '../../../src/storage/userDatabase';
import { forceSync } from '../../../src/store/acts/forceSync';
import { gate } from '../../support/gate';
import { problem, renderApp } from '../../support/renderApp';
import { holdTimers } from '../../support/stillTime';
import { addButton, box, field, fields, focused, isIn, openList, saidLoudly, section, texts } from './openedList';

describe('an open list', () => {
  test('shows its icon, name, count, what is to buy and what is bought', async () => {
    const { container } = await openList(['mleko', { description: 'chleb', done: true }, 'ser'], {
      lists: [{ name: 'Weekend', icon: 'pizza', items: ['mleko', { description: 'chleb', done: true }, 'ser'] }],
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Weekend' })).toBeTruthy();
    expect(container.querySelector('header [data-icon=pizza]')).not.toBeNull();
    expect(screen.getByText('1/3')).toBeTruthy();
    expect(screen.getByText('kupiono 1 z 3')).toBeTruthy();
    expect(texts()).toEqual(['mleko', 'ser']);
    expect(screen.getByRole('button', { name: 'Zakupione (1)' })).toBeTruthy();
    expect(isIn('Zakupione', box('chleb'))).toBe(true);
  });

  test('without a name is called by the fallback, in italics', async () => {
    await openList(['mleko'], { lists: [{ name: '', items: ['mleko'] }] });
    const heading = screen.getByRole('heading', { level: 1, name: 'Nazwa listy' });
    expect(getComputedStyle(heading).fontStyle).toBe('italic');
  });

  test('names the page', async () => {
    await openList(['mleko']);
    expect(document.title).toBe('Zakupy · Listy zakupów');
  });

  test('shows bought text struck through and not editable', async () => {
    await openList(['mleko', { description: 'chleb', quantity: '2', done: true }]);
    expect(screen.queryByRole('textbox', { name: 'Ilość: chleb' })).toBeNull();
    expect(getComputedStyle(screen.getByText('chleb')).textDecoration).toContain('line-through');
    expect(screen.getByText('2')).toBeTruthy();
  });

  test('hides the bought section while nothing is bought', async () => {
    await openList(['mleko']);
    expect(screen.queryByRole('button', { name: /^Zakupione/ })).toBeNull();
    expect(section('Zakupione')).toBeNull();
  });

  test('says so when everything is bought', async () => {
    await openList([{ description: 'mleko', done: true }]);
    expect(screen.getByText('Wszystko kupione!')).toBeTruthy();
    expect(fields()).toHaveLength(0);
  });

  test('speaks English too', async () => {
    await openList(['milk', { description: 'bread', done: true }], { language: 'en' });
    expect(screen.getByRole('button', { name: 'Add item' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Purchased (1)' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Item 1 of 1' })).toBeTruthy();
  });
});

describe('the bought section', () => {
  test('folds, and stays folded when the list is opened again', async () => {
    const app = await openList(['mleko', { description: 'chleb', done: true }]);
    const { user } = app;
    const toggle = () => screen.getByRole('button', { name: 'Zakupione (1)' });
    expect(toggle().getAttribute('aria-expanded')).toBe('true');
    await user.click(toggle());
    expect(toggle().getAttribute('aria-expanded')).toBe('false');
    expect(section('Zakupione')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Wróć do list' }));
    await user.click(await screen.findByRole('link', { name: /^Zakupy/ }));
    expect((await screen.findByRole('button', { name: 'Zakupione (1)' })).getAttribute('aria-expanded')).toBe('false');
    // What the next start of the app reads.
    expect(JSON.parse(localStorage.getItem('collapsedLists') ?? '')).toContain(app.lists[0]?.listId);
  });

  test('given another list that was folded in another window meanwhile, then that one stays folded too', async () => {
    const app = await openList(['mleko', { description: 'chleb', done: true }]);
    const stored = (): string[] => JSON.parse(localStorage.getItem('collapsedLists') ?? '[]');
    localStorage.setItem('collapsedLists', JSON.stringify(['of another window']));
    const toggle = screen.getByRole('button', { name: 'Zakupione (1)' });
    await app.user.click(toggle);
    expect(stored()).toEqual(['of another window', app.listId]);
    await app.user.click(toggle);
    expect(stored()).toEqual(['of another window']);
  });
});

describe('an empty list', () => {
  test('gets one empty item, with the caret in it', async () => {
    const app = await openList([]);
    await waitFor(() => expect(focused()).toBe('Produkt 1 z 1'));
    expect(app.stored()).toEqual(['||open']);
  });

  test('with a blank item gets no second one, and the caret goes to the first', async () => {
    const app = await openList(['', '']);
    await waitFor(() => expect(focused()).toBe('Produkt 1 z 2'));
    expect(app.stored()).toHaveLength(2);
  });

  test('keeps its blank row on this device when it is left and opened again', async () => {
    const app = await openList([]);
    await waitFor(() => expect(fields()).toHaveLength(1));
    await app.user.click(screen.getByRole('button', { name: 'Wróć do list' }));
    await screen.findByRole('heading', { name: 'Twoje listy' });
    expect(app.stored()).toEqual(['||open']);
    expect(app.requests.filter(({ init }) => init.method === 'POST')).toEqual([]);
  });

  test('gets its empty item only after its items were loaded', async () => {
    const unanswered = ({ signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const app = await renderApp({
      route: '/lists/:first',
      lists: [{ name: 'Zakupy', items: ['mleko'] }],
      isFirstStart: true,
      answer: (path, init) => (path.startsWith('/list-items') ? unanswered(init) : undefined),
    });
    await waitFor(() => expect(app.store.getState().lists.ids).toHaveLength(1));
    expect(screen.getByText('Wczytywanie listy…')).toBeTruthy();
    expect(screen.queryByText('0/0')).toBeNull();
    expect(app.store.getState().data.log.items).toEqual({});
  });
});

describe('a list with items', () => {
  test('does not open the keyboard', async () => {
    await openList(['mleko']);
    expect(focused()).toBe('BODY');
  });

  test('loses the blank rows of this visit when it is left, and no others', async () => {
    const app = await openList(['mleko', '']);
    await app.user.click(addButton());
    await app.user.click(addButton());
    expect(app.stored()).toHaveLength(4);
    await app.user.click(screen.getByRole('button', { name: 'Wróć do list' }));
    await screen.findByRole('heading', { name: 'Twoje listy' });
    // The blank row that the server knows stays: nothing that was sent is removed by itself.
    expect(app.stored()).toEqual(['mleko||open', '||open']);
  });

  test('that is cleared gets its one empty item', async () => {
    const app = await openList(['mleko', { description: 'ser', done: true }]);
    await app.user.click(screen.getByRole('button', { name: 'Opcje listy' }));
    await app.user.click(await screen.findByRole('button', { name: 'Wyczyść listę' }));
    await app.user.click(await screen.findByRole('button', { name: 'Wyczyść' }));
    await waitFor(() => expect(app.stored()).toEqual(['||open']));
  });
});

describe('a list that is not known yet', () => {
  test('has no name, on the page or in its title', async () => {
    const lists = gate();
    await renderApp({
      route: '/lists/some',
      isFirstStart: true,
      answer: (path) => (path.startsWith('/lists?') ? lists.opened.then(() => Response.json({ data: [] })) : undefined),
    });
    // The page's own heading, after the one that stood there before the disk had told anything.
    await screen.findByRole('button', { name: 'Opcje listy' });
    const heading = screen.getByRole('heading', { level: 1, name: 'Listy zakupów' });
    expect(screen.getByText('Wczytywanie listy…')).toBeTruthy();
    expect(heading.getAttribute('data-unnamed')).toBeNull();
    expect(screen.queryByText('Nazwa listy')).toBeNull();
    expect(document.title).toBe('Listy zakupów');
    lists.open();
  });

  test('has an invisible heading before the disk is read', async () => {
    const disk = gate();
    await renderApp({
      route: '/lists/some',
      isFirstStart: true,
      ports: { openUserDatabase: (id, newId) => disk.opened.then(() => openUserDatabase(id, newId)) },
    });
    const heading = await screen.findByRole('heading', { level: 1, name: 'Listy zakupów' });
    expect(screen.getByText('Wczytywanie listy…')).toBeTruthy();
    for (const part of heading.childNodes) expect(getComputedStyle(part as Element).position).toBe('absolute');
    disk.open();
  });
});

describe('a list that does not exist', () => {
  test('leads to Lists, and one message says so', async () => {
    const app = await renderApp({ route: '/lists/nobody', lists: [{ name: 'Zakupy' }] });
    await screen.findByRole('heading', { name: 'Twoje listy' });
    expect(app.path()).toBe('/lists');
    await waitFor(() => expect(saidLoudly()).toBe('Tej listy już nie ma.'));
  });

  test('is not called missing before the first answer of this visit', async () => {
    const lists = gate();
    const app = await renderApp({
      route: '/lists/nobody',
      isFirstStart: true,
      answer: (path) => (path.startsWith('/lists?') ? lists.opened.then(() => Response.json({ data: [] })) : undefined),
    });
    await screen.findByText('Wczytywanie listy…');
    expect(app.path()).toBe('/lists/nobody');
    lists.open();
    await screen.findByRole('heading', { name: 'Twoje listy' });
  });

  test('leads to Lists without a network', async () => {
    const app = await renderApp({ route: '/lists/nobody', isFirstStart: true, isOnline: false });
    await screen.findByRole('heading', { name: 'Twoje listy' });
    expect(app.path()).toBe('/lists');
  });

  test('because another device removed it leads to Lists and says so', async () => {
    const app = await openList(['mleko']);
    await app.elsewhere.removeList();
    await screen.findByRole('heading', { name: 'Twoje listy' });
    expect(app.path()).toBe('/lists');
    await waitFor(() => expect(saidLoudly()).toBe('Lista „Zakupy” została usunięta na innym urządzeniu.'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Twoje listy'));
  });

  test('because another device removed it, and undid that meanwhile, is not called deleted any more', async () => {
    // That of the message.
    holdTimers(8000);
    const app = await openList(['mleko']);
    await app.elsewhere.removeList();
    await screen.findByText('Lista „Zakupy” została usunięta na innym urządzeniu.', { selector: '[data-snackbar] *' });
    const [again] = uuidsInPlaceOf([app.listId], newUuid).values();
    await app.account.add('lists', { uuid: asListId(again ?? ''), name: 'Zakupy', icon: 'tomato' });
    await screen.findByRole('link', { name: /^Zakupy,/ });
    await waitFor(() => expect(document.querySelector('[data-snackbar]')).toBeNull());
  });

  test('with unsent additions is reported by the recovery offer only', async () => {
    // Without a pull nothing is sent, however long the typing takes.
    let isDown = false;
    const app = await openList(['mleko'], {
      answer: (path) => (isDown && path.includes('updatedAt') ? problem(503, 'down') : undefined),
    });
    await app.settled();
    isDown = true;
    await app.user.click(addButton());
    await app.user.keyboard('chleb');
    await app.elsewhere.removeList();
    isDown = false;
    await act(() => app.store.dispatch((_d, _g, { session }) => session.sync({ force: true, restart: true })));
    await screen.findByRole('button', { name: 'Zachowaj' });
    expect(app.path()).toBe('/lists');
    expect(document.querySelectorAll('[data-snackbar]')).toHaveLength(1);
    await waitFor(() => expect(saidLoudly()).toMatch(/^Lista „Zakupy” została usunięta na innym urządzeniu. Zachować/));
  });

  test('with an addition that arrived before the removal is reported like any other', async () => {
    const answer = gate();
    let isOnItsWay = false;
    const app = await openList(['mleko'], {
      answer: async (path, init) => {
        if (init.method !== 'POST' || path !== '/list-items') return undefined;
        const answered = await app.pass(path, init);
        isOnItsWay = true;
        await answer.opened;
        return answered;
      },
    });
    await app.user.click(addButton());
    await app.user.keyboard('chleb');
    await waitFor(() => expect(isOnItsWay).toBe(true));
    await app.elsewhere.removeList();
    await screen.findByRole('heading', { name: 'Twoje listy' });
    await waitFor(() => expect(saidLoudly()).toBe('Lista „Zakupy” została usunięta na innym urządzeniu.'));
    answer.open();
    await app.allSent();
    await app.settled();
    expect(screen.queryByRole('button', { name: 'Zachowaj' })).toBeNull();
  });
});

describe('the back button', () => {
  test('leads to Lists when the list was the first page', async () => {
    const app = await openList(['mleko']);
    await app.user.click(screen.getByRole('button', { name: 'Wróć do list' }));
    await screen.findByRole('heading', { name: 'Twoje listy' });
    expect(app.path()).toBe('/lists');
  });

  test('given an open event stream, then it stays open', async () => {
    const app = await openList(['mleko']);
    const streams = () => app.requests.filter(({ path }) => path.endsWith('/sse'));
    await app.connected();
    await app.user.click(screen.getByRole('button', { name: 'Wróć do list' }));
    await screen.findByRole('heading', { name: 'Twoje listy' });
    await act(() => app.store.dispatch(forceSync()));
    expect(streams()).toHaveLength(1);
    expect(streams()[0]?.init.signal?.aborted).toBe(false);
  });
});

test('every row is a list item with a box, a field, a quantity and a way to delete it', async () => {
  await openList([{ description: 'mleko', quantity: '2 l' }]);
  expect(field(0).value).toBe('mleko');
  expect(box('mleko').checked).toBe(false);
  expect((screen.getByRole('textbox', { name: 'Ilość: mleko' }) as HTMLInputElement).value).toBe('2 l');
  expect(screen.getByRole('button', { name: 'Usuń produkt: mleko' })).toBeTruthy();
  expect(section('Do kupienia')?.querySelectorAll('li')).toHaveLength(1);
});
