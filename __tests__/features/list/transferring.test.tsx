import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ItemId } from '../../../src/contract/ids';
import { UNDO_MS } from '../../../src/features/list/useUndoBar';
import { selectItem, selectItemIds } from '../../../src/store/view/viewSelectors';
import type { SeedItem } from '../../support/renderApp';
import { holdTimers } from '../../support/stillTime';
import { openList } from './openedList';

/** A message is in the page a second time, for screen readers. */
const inMessage = { selector: '[data-snackbar] *' };

const MILK: SeedItem = { description: 'mleko', quantity: '2 l' };

const open = (items: readonly (SeedItem | string)[], otherItems: readonly string[] = ['plastry']) =>
  openList(items, {
    lists: [
      { name: 'Zakupy', items },
      { name: 'Apteka', icon: 'pill', items: otherItems },
    ],
  });
type App = Awaited<ReturnType<typeof open>>;

const inOtherList = (app: App): string[] => {
  const state = app.store.getState();
  const listId = app.lists[1]?.listId;
  if (!listId) throw new Error('no other list');
  return selectItemIds(state, listId).map((id) => {
    const { description, quantity, done } = selectItem(state, listId, id) ?? {};
    return `${description}|${quantity}|${done ? 'done' : 'open'}`;
  });
};

const pickList = async (app: App): Promise<void> => {
  await app.user.click(await screen.findByRole('button', { name: 'Apteka' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

const fromRowMenu = async (app: App, place: number, entry: string): Promise<void> => {
  await app.user.click(screen.getAllByRole('textbox', { name: /^Produkt/ })[place] as HTMLElement);
  await app.user.keyboard('{Shift>}{F10}{/Shift}');
  await app.user.click(await screen.findByRole('button', { name: entry }));
};

describe('an item that goes to another list', () => {
  test('is a new row there and removed here, in one act; the focus stays in this list', async () => {
    const app = await open(['chleb', MILK]);
    await fromRowMenu(app, 1, 'Przenieś na inną listę');
    await pickList(app);
    expect(app.stored()).toEqual(['chleb||open']);
    expect(inOtherList(app)).toEqual(['plastry||open', 'mleko|2 l|open']);
    await waitFor(() => expect((document.activeElement as HTMLTextAreaElement).value).toBe('chleb'));
    await app.allSent();
    expect(inOtherList(app)).toEqual(['plastry||open', 'mleko|2 l|open']);
  });

  test('given a list with a name from right to left, then the name is offered in its own direction', async () => {
    const name = 'קניות (2)';
    const app = await openList(['chleb'], { lists: [{ name: 'Zakupy', items: ['chleb'] }, { name }] });
    await fromRowMenu(app, 0, 'Przenieś na inną listę');
    const entry = await screen.findByRole('button', { name });
    expect(entry.querySelector('bdi')?.textContent).toBe(name);
  });

  test('returns to its place with one undo, also after it was sent', async () => {
    const app = await open(['chleb', MILK, 'ser']);
    await fromRowMenu(app, 1, 'Przenieś na inną listę');
    await pickList(app);
    await app.allSent();
    await app.user.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(app.stored()).toEqual(['chleb||open', 'mleko|2 l|open', 'ser||open']);
    expect(inOtherList(app)).toEqual(['plastry||open']);
    await app.allSent();
    expect(app.stored()).toEqual(['chleb||open', 'mleko|2 l|open', 'ser||open']);
  });

  test('stays in the other list when its own was deleted before the undo, and the person is told', async () => {
    const app = await open(['chleb', MILK]);
    await fromRowMenu(app, 1, 'Przenieś na inną listę');
    await pickList(app);
    // The message about the list lies over the offer to undo.
    const endMessage = holdTimers(UNDO_MS);
    await app.elsewhere.removeList();
    await screen.findByText('Lista „Zakupy” została usunięta na innym urządzeniu.', inMessage);
    endMessage();
    await app.user.click(await screen.findByRole('button', { name: 'Cofnij' }));
    expect(await screen.findByText('Nie można cofnąć: tamtej listy już nie ma.', inMessage)).toBeTruthy();
    expect(inOtherList(app)).toEqual(['plastry||open', 'mleko|2 l|open']);
  });

  test('is moved as it is, bought or not', async () => {
    const app = await open(['chleb', { ...MILK, done: true }]);
    await app.user.pointer({ keys: '[MouseRight]', target: screen.getByText('mleko') });
    await app.user.click(await screen.findByRole('button', { name: 'Przenieś na inną listę' }));
    await pickList(app);
    expect(inOtherList(app)).toEqual(['plastry||open', 'mleko|2 l|done']);
  });

  test('moved after others in a row has one undo for all, and the bar counts them all', async () => {
    const app = await open(['chleb', MILK, 'ser', 'sok']);
    await fromRowMenu(app, 1, 'Zaznacz');
    await app.user.click(screen.getByText('ser'));
    await app.user.click(await screen.findByRole('button', { name: 'Przenieś' }));
    await pickList(app);
    await fromRowMenu(app, 1, 'Przenieś na inną listę');
    await pickList(app);
    expect(screen.getAllByText('Przeniesiono 3 produkty na listę „Apteka”').length).toBeGreaterThan(0);
    await app.user.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(app.stored()).toEqual(['chleb||open', 'mleko|2 l|open', 'ser||open', 'sok||open']);
    expect(inOtherList(app)).toEqual(['plastry||open']);
  });
});

describe('an item that another person changed in the other list', () => {
  /** The person moves or copies milk, and a member then writes more into it there. */
  const changedThere = async (entry: string) => {
    const app = await open(['chleb', MILK]);
    await fromRowMenu(app, 1, entry);
    await pickList(app);
    await app.allSent();
    const [, sent] = selectItemIds(app.store.getState(), app.listAt(1));
    await app.account.edit('items', sent as ItemId, { description: 'mleko bez laktozy', done: true });
    await waitFor(() => expect(inOtherList(app)).toEqual(['plastry||open', 'mleko bez laktozy|2 l|done']));
    await app.user.click(screen.getByRole('button', { name: 'Cofnij' }));
    await app.allSent();
    return app;
  };

  test('given a move, when it is undone, then the item comes back as it is now', async () => {
    const app = await changedThere('Przenieś na inną listę');
    expect(app.stored()).toEqual(['chleb||open', 'mleko bez laktozy|2 l|done']);
    expect(inOtherList(app)).toEqual(['plastry||open']);
  });

  test('given a copy, when it is undone, then the changed copy stays', async () => {
    const app = await changedThere('Kopiuj na inną listę');
    expect(app.stored()).toEqual(['chleb||open', 'mleko|2 l|open']);
    expect(inOtherList(app)).toEqual(['plastry||open', 'mleko bez laktozy|2 l|done']);
  });
});

describe('an item that is copied', () => {
  test('is in both lists, open in the other one; undo removes the copy', async () => {
    const app = await open(['chleb', { ...MILK, done: true }]);
    await app.user.pointer({ keys: '[MouseRight]', target: screen.getByText('mleko') });
    await app.user.click(await screen.findByRole('button', { name: 'Kopiuj na inną listę' }));
    await pickList(app);
    expect(app.stored()).toEqual(['chleb||open', 'mleko|2 l|done']);
    expect(inOtherList(app)).toEqual(['plastry||open', 'mleko|2 l|open']);
    await app.user.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(inOtherList(app)).toEqual(['plastry||open']);
  });
});

test('given no other list, then the action is not offered', async () => {
  const app = await openList(['chleb']);
  await app.user.click(screen.getByRole('textbox', { name: /^Produkt/ }));
  await app.user.keyboard('{Shift>}{F10}{/Shift}');
  await screen.findByRole('button', { name: 'Usuń produkt' });
  expect(screen.queryByRole('button', { name: 'Przenieś na inną listę' })).toBeNull();
});

test('given another list without a name, then the sheet shows its fallback name in italics, as Lists does', async () => {
  const app = await openList(['mleko'], {
    lists: [{ name: 'Zakupy', items: ['mleko'] }, { name: ' ', icon: 'pill' }, { name: 'Dom' }],
  });
  await fromRowMenu(app, 0, 'Przenieś na inną listę');
  await screen.findByRole('dialog', { name: 'Na którą listę przenieść?' });
  const styleOf = (name: string) => getComputedStyle(screen.getByRole('button', { name })).fontStyle;
  expect([styleOf('Nazwa listy'), styleOf('Dom')]).toEqual(['italic', '']);
});
