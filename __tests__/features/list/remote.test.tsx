import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ItemId } from '../../../src/contract/ids';
import { reorderItem } from '../../../src/store/acts/orderThunks';
import { selectItemIds } from '../../../src/store/view/viewSelectors';
import { syncEvent } from '../../../src/sync/model/syncEvents';
import { pass, passUntil, soon, stopTime } from '../../support/stillTime';
import { box, field, fields, focused, isIn, openList, quantity, said, settledIn, texts } from './openedList';

afterEach(() => {
  jest.useRealTimers();
});

/** A list whose page waits for nothing until the test says so. */
const openStill = async (...given: Parameters<typeof openList>) => {
  const list = await openList(...given);
  await list.connected();
  stopTime();
  return { ...list, user: userEvent.setup({ advanceTimers: pass }) };
};
const until = (text: string) => passUntil(() => expect(said()).toBe(text));

describe('text changed elsewhere', () => {
  test('is shown in every field but the one that was typed in, and there at its blur (D17)', async () => {
    const { user, elsewhere, allSent } = await openList(['mleko', 'ser']);
    await user.click(field(0));
    await user.keyboard('!');
    await allSent();
    await elsewhere.edit(0, { description: 'mleko 2%', quantity: '3 l' });
    await elsewhere.edit(1, { description: 'ser żółty' });
    await waitFor(() => expect(texts()).toEqual(['mleko!', 'ser żółty']));
    expect(quantity('mleko 2%').value).toBe('3 l');
    act(() => field(0).blur());
    await waitFor(() => expect(texts()).toEqual(['mleko 2%', 'ser żółty']));
  });

  test('is shown under a caret with which nothing was typed, so that the next key does not overwrite it', async () => {
    const { user, elsewhere, stored } = await openList(['mleko', 'ser']);
    await user.click(field(0));
    field(0).setSelectionRange(5, 5);
    await elsewhere.edit(0, { description: 'mleko bez laktozy', quantity: '3 l' });
    await waitFor(() => expect(texts()).toEqual(['mleko bez laktozy', 'ser']));
    await user.keyboard('!');
    expect(stored()).toEqual(['mleko bez laktozy!|3 l|open', 'ser||open']);

    // It was typed in now: it keeps its text, whatever comes.
    await elsewhere.edit(1, { description: 'ser żółty' });
    await waitFor(() => expect(texts()).toEqual(['mleko bez laktozy!', 'ser żółty']));
  });

  test('leaves the caret in the middle of a text where it is', async () => {
    const { user, elsewhere } = await openList(['mleko']);
    await user.click(field(0));
    field(0).setSelectionRange(2, 4);
    await elsewhere.edit(0, { description: 'mleko 2%' });
    await waitFor(() => expect(texts()).toEqual(['mleko 2%']));
    expect([field(0).selectionStart, field(0).selectionEnd]).toEqual([2, 4]);
    expect(focused()).toBe('Produkt 1 z 1');
  });

  test('never takes what is being typed, nor its caret', async () => {
    const { user, elsewhere, stored } = await openStill(['mleko']); // what is typed here is sent after the other text
    await user.click(field(0));
    field(0).setSelectionRange(0, 0);
    await user.keyboard('tłuste ');
    await elsewhere.edit(0, { description: 'woda', quantity: '9' });
    await soon(() => expect(quantity('tłuste mleko').value).toBe('9'));
    expect(field(0).value).toBe('tłuste mleko');
    expect(field(0).selectionStart).toBe('tłuste '.length);
    act(() => field(0).blur());
    expect(stored()).toEqual(['tłuste mleko|9|open']);
  });

  test('in the description shows when the caret moves on to the quantity', async () => {
    const { user, elsewhere } = await openList(['mleko']);
    await user.click(field(0));
    await elsewhere.edit(0, { description: 'mleko 2%' });
    await user.keyboard('{Enter}');
    expect(texts()).toEqual(['mleko 2%']);
  });
});

describe('an item ticked elsewhere', () => {
  test('keeps its place for a moment, moves, and is announced later, without vibration', async () => {
    const { elsewhere, vibrations } = await openStill(['mleko', 'ser']);
    await elsewhere.edit(0, { done: true });
    await soon(() => expect(box('mleko').checked).toBe(true));
    expect(isIn('Do kupienia', box('mleko'))).toBe(true);
    await passUntil(() => expect(isIn('Zakupione', box('mleko'))).toBe(true));
    await until('Kupione na innym urządzeniu: mleko');
    expect(vibrations).toEqual([]);
  });

  test('with the caret in it stays editable and keeps the text, ticked, until the blur (D16)', async () => {
    const { user, elsewhere, stored, vibrations } = await openList(['mleko', 'ser']);
    await user.click(field(0));
    await user.keyboard(' 2%');
    await elsewhere.edit(0, { done: true });
    await waitFor(() => expect(box('mleko 2%').checked).toBe(true));
    await waitFor(() => expect(said()).toBe('Kupione na innym urządzeniu: mleko 2%'));
    await user.keyboard('!');
    expect(focused()).toBe('Produkt 1 z 2');
    await elsewhere.edit(1, { done: true });
    await settledIn('ser');
    expect(isIn('Do kupienia', box('mleko 2%!'))).toBe(true);
    act(() => field(0).blur());
    await settledIn('mleko 2%!');
    expect(stored()).toEqual(['mleko 2%!||done', 'ser||done']);
    expect(vibrations).toEqual([]);
  });
});

test('the caret stays in the field of an item that is ticked elsewhere, also when the other ticked rows move (D16)', async () => {
  const { user, elsewhere, stored } = await openList(['mleko', 'ser', 'chleb']);
  await user.click(field(0));
  await elsewhere.edit(0, { done: true });
  await elsewhere.edit(2, { done: true });
  await settledIn('chleb');
  expect(focused()).toBe('Produkt 1 z 2');
  await user.keyboard(' 2% bio');
  expect(stored()).toEqual(['mleko 2% bio||done', 'ser||open', 'chleb||done']);
});

describe('an item deleted elsewhere', () => {
  test('disappears at once when it has no caret', async () => {
    const { elsewhere } = await openList(['mleko', 'ser']);
    await elsewhere.remove(0);
    await waitFor(() => expect(texts()).toEqual(['ser']));
  });

  test('during typing stays until the blur; the typed text can be restored (D18)', async () => {
    const { user, elsewhere, stored, store } = await openList(['mleko', 'ser', 'chleb']);
    await user.click(field(1));
    await elsewhere.remove(1);
    await user.keyboard(' żółty');
    expect(texts()).toEqual(['mleko', 'ser żółty', 'chleb']);
    act(() => field(1).blur());
    await waitFor(() => expect(texts()).toEqual(['mleko', 'chleb']));
    expect(
      screen.getByText('Ten produkt usunięto na innym urządzeniu.', { selector: '[data-snackbar] *' }),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Przywróć' }));
    expect(stored()).toEqual(['mleko||open', 'ser żółty||open', 'chleb||open']);
    expect(store.getState().data.log.refusals).toEqual([]);
  });

  test('after a change there, with only the caret in the row, offers nothing to restore', async () => {
    const { user, elsewhere } = await openList(['mleko', 'ser']);
    await user.click(field(1));
    await elsewhere.edit(1, { description: 'ser żółty' });
    await waitFor(() => expect(texts()).toEqual(['mleko', 'ser żółty']));
    await elsewhere.remove(1);
    act(() => field(1).blur());
    await waitFor(() => expect(texts()).toEqual(['mleko']));
    expect(screen.queryByRole('button', { name: 'Przywróć' })).toBeNull();
  });

  test('after typing is offered back, also if another row was ticked since', async () => {
    const { user, elsewhere, stored } = await openList(['mleko', 'ser']);
    await user.click(field(1));
    await user.keyboard(' żółty');
    fireEvent.click(box('mleko'));
    await elsewhere.remove(1);
    act(() => (document.activeElement as HTMLElement).blur());
    await user.click(await screen.findByRole('button', { name: 'Przywróć' }));
    expect(stored()).toContain('ser żółty||open');
  });

  test('during typing is restored where the person had put it by hand', async () => {
    const { user, elsewhere, stored, store, listId } = await openList(['mleko', 'ser', 'chleb']);
    const ids = selectItemIds(store.getState(), listId);
    act(() => void store.dispatch(reorderItem(listId, ids[2] as ItemId, ids, 0)));
    await waitFor(() => expect(texts()).toEqual(['chleb', 'mleko', 'ser']));
    await user.click(field(0));
    await elsewhere.remove(2);
    await user.keyboard(' razowy');
    act(() => field(0).blur());
    await user.click(await screen.findByRole('button', { name: 'Przywróć' }));
    expect(stored()).toEqual(['chleb razowy||open', 'mleko||open', 'ser||open']);
  });

  test('during typing keeps its place between its neighbours when rows above it are removed too', async () => {
    const { user, elsewhere } = await openList(['mleko', 'ser', 'chleb', 'masło', 'jajka']);
    await user.click(field(3));
    await user.keyboard(' extra');
    await elsewhere.remove(0);
    await elsewhere.remove(1);
    await waitFor(() => expect(texts()).toEqual(['chleb', 'masło extra', 'jajka']));
    await elsewhere.remove(3);
    expect(texts()).toEqual(['chleb', 'masło extra', 'jajka']);
    expect(focused()).toBe('Produkt 2 z 3');
  });

  test('during typing, with all other rows, is alone in the list until the blur', async () => {
    const { user, elsewhere } = await openList(['mleko', 'ser']);
    await user.click(field(1));
    await user.keyboard(' żółty');
    await elsewhere.remove(0);
    await elsewhere.remove(1);
    await waitFor(() => expect(fields()).toHaveLength(1));
    expect(texts()).toEqual(['ser żółty']);
    act(() => field(0).blur());
    await waitFor(() => expect(texts()).toEqual(['']));
  });

  test.each(['{Tab}', '{Enter}', '{Tab}{Shift>}{Tab}{/Shift}', '{Enter}{Enter}'])(
    'during typing keeps the typed text when %s leads to another field',
    async (keys) => {
      const { user, elsewhere, stored } = await openList(['mleko', 'ser', 'chleb']);
      await user.click(field(1));
      await elsewhere.remove(1);
      await user.keyboard(` żółty${keys}`);
      act(() => (document.activeElement as HTMLElement).blur());
      await user.click(await screen.findByRole('button', { name: 'Przywróć' }));
      expect(stored()).toContain('ser żółty||open');
    },
  );

  test('during typing keeps both texts when the quantity is typed too', async () => {
    const { user, elsewhere, stored } = await openList(['mleko', 'ser']);
    await user.click(field(1));
    await elsewhere.remove(1);
    await user.keyboard(' żółty{Tab}3');
    act(() => (document.activeElement as HTMLElement).blur());
    await user.click(await screen.findByRole('button', { name: 'Przywróć' }));
    expect(stored()).toContain('ser żółty|3|open');
  });

  test('by another member during typing is told with their name at the blur', async () => {
    const { user, elsewhere } = await openList(['mleko', 'ser'], {}, ['Ania']);
    await user.click(field(1));
    await elsewhere.remove(1, 'Ania');
    await user.keyboard(' żółty');
    act(() => field(1).blur());
    await waitFor(() => expect(texts()).toEqual(['mleko']));
    expect(document.querySelector('[data-snackbar]')?.textContent).toBe('Ania: ser żółty (usunięte)Przywróć');
  });

  test('with the caret but without typing disappears at the blur without a message', async () => {
    const { user, elsewhere } = await openList(['mleko', 'ser']);
    await user.click(field(0));
    await elsewhere.remove(0);
    expect(fields()).toHaveLength(2);
    act(() => field(0).blur());
    await waitFor(() => expect(texts()).toEqual(['ser']));
    expect(screen.queryByRole('button', { name: 'Przywróć' })).toBeNull();
  });
});

describe('with the menu of a row open', () => {
  test('given an item that is deleted elsewhere, then the menu closes, and the focus goes to another row', async () => {
    const { user, elsewhere } = await openList(['mleko', 'ser']);
    await user.click(field(1));
    await user.keyboard('{Shift>}{F10}{/Shift}');
    await screen.findByRole('dialog', { name: 'ser' });
    await elsewhere.remove(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(focused()).toBe('Produkt 1 z 1'));
  });
});

describe('the row that the app gave an emptied list', () => {
  test('goes when other rows come, and nobody types', async () => {
    const { elsewhere } = await openList(['mleko']);
    await elsewhere.remove(0);
    await waitFor(() => expect(texts()).toEqual(['']));
    await elsewhere.add('ser');
    await waitFor(() => expect(texts()).toEqual(['ser']));
  });

  test('stays while the caret is in it', async () => {
    const { user, elsewhere, stored } = await openList(['mleko']);
    await elsewhere.remove(0);
    await waitFor(() => expect(texts()).toEqual(['']));
    await user.click(field(0));
    await elsewhere.add('ser');
    await waitFor(() => expect(texts()).toContain('ser'));
    await user.keyboard('woda');
    expect([...stored()].sort()).toEqual(['ser||open', 'woda||open']);
  });
});

describe('a row that somebody else adds below the last one, while the person types in that', () => {
  test.each(['{Shift>}{Enter}{/Shift}', '{Enter}{Enter}'])('is not typed into after %s', async (keys) => {
    const { user, elsewhere, stored } = await openList(['mleko']);
    await user.click(field(0));
    await user.keyboard(' 2%');
    await elsewhere.add('pieluchy');
    await waitFor(() => expect(texts()).toContain('pieluchy'));
    await user.keyboard(`${keys}chleb`);
    expect(stored()).toEqual(['mleko 2%||open', 'pieluchy||open', 'chleb||open']);
  });
});

describe('news from other devices', () => {
  test('are collected into one sentence', async () => {
    const { elsewhere } = await openStill(['mleko', 'ser', 'chleb']);
    await elsewhere.edit(0, { description: 'woda' });
    await elsewhere.edit(1, { done: true });
    await elsewhere.remove(2);
    expect(said()).toBe('');
    await until('3 zmiany z innego urządzenia');
  });

  test('do not include own changes', async () => {
    const { user, elsewhere, allSent } = await openList(['mleko', 'ser']);
    await user.click(field(0));
    await user.keyboard('!');
    await allSent();
    stopTime();
    await elsewhere.edit(1, { done: true });
    await until('Kupione na innym urządzeniu: ser');
  });
});

describe('a change of another member of a shared list is announced with the name', () => {
  test('a tick', async () => {
    const { elsewhere } = await openStill(['mleko', 'ser'], {}, ['Ania']);
    await elsewhere.edit(0, { done: true }, 'Ania');
    await until('Ania: mleko (kupione)');
  });

  test('several items: the first by name, each item once', async () => {
    const { elsewhere } = await openStill(['mleko', 'ser', 'chleb', 'sól', 'ryż'], {}, ['Ania']);
    await elsewhere.edit(0, { quantity: '2' }, 'Ania');
    await elsewhere.edit(0, { description: 'mleko 2%' }, 'Ania');
    await elsewhere.remove(1, 'Ania');
    for (const place of [2, 3, 4]) await elsewhere.edit(place, { quantity: '1' }, 'Ania');
    await until('Ania: mleko 2%, ser (usunięte), chleb i jeszcze 2');
  });

  test('one sentence for each member, and one for all changes without a name', async () => {
    const { elsewhere } = await openStill(['mleko', 'ser', 'chleb'], {}, ['Ania', 'Bartek']);
    await elsewhere.edit(0, { quantity: '2' }, 'Ania');
    await elsewhere.edit(1, { quantity: '3' }, 'Bartek');
    await elsewhere.edit(2, { quantity: '4' });
    await until('Ania: mleko. Bartek: ser. Na liście: chleb');
  });

  test('no name when the own other device changed the row afterwards', async () => {
    const { elsewhere } = await openStill(['mleko'], {}, ['Ania']);
    await elsewhere.edit(0, { quantity: '2' }, 'Ania');
    await until('Ania: mleko');
    await elsewhere.edit(0, { quantity: '3' });
    await until('Na liście: mleko');
  });

  test('no name when a pull brought a later change of somebody else', async () => {
    const { elsewhere, store, listId, itemAt } = await openStill(['mleko'], {}, ['Ania']);
    await elsewhere.edit(0, { quantity: '2' }, 'Ania');
    await until('Ania: mleko');
    const row = store.getState().data.base.items[listId]?.[itemAt(0)];
    if (!row) throw new Error('the row is not here');
    const updatedAt = new Date(Date.parse(row.updatedAt) + 60_000).toISOString();
    const put = [{ ...row, row: { ...row.row, quantity: '3' }, updatedAt }];
    const delta = { collection: 'items', put, removed: [] } as const;
    act(() => void store.dispatch(syncEvent('sync/deltaReceived', { delta })));
    await until('Na liście: mleko');
  });
});
