import { describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { box, field, fields, focused, isIn, openList, removeButton, said, texts } from './openedList';

const undo = () => screen.queryByRole('button', { name: 'Cofnij' });

describe('✕', () => {
  test('deletes an item and offers it back, in its old place', async () => {
    const { user, stored } = await openList(['mleko', { description: 'ser', quantity: '2' }, 'chleb']);
    await user.click(field(1));
    await user.click(removeButton('ser'));
    expect(texts()).toEqual(['mleko', 'chleb']);
    expect(screen.getByText('Usunięto: ser', { selector: '[data-snackbar] *' })).toBeTruthy();
    await user.click(undo() as HTMLElement);
    expect(stored()).toEqual(['mleko||open', 'ser|2|open', 'chleb||open']);
    expect(said()).toBe('Przywrócono');
  });

  test('shows only the beginning of a very long item in the undo bar', async () => {
    const name = 'bardzo długi produkt '.repeat(10).trim();
    const { user } = await openList(['mleko', name]);
    await user.click(field(1));
    await user.click(removeButton(name));
    expect(screen.getByText(/^Usunięto: .{60}…$/, { selector: '[data-snackbar] *' })).toBeTruthy();
    expect(said()).toBe(`Usunięto: ${name}`);
  });

  test('deletes a blank item silently', async () => {
    const { user, stored } = await openList(['mleko', '']);
    await user.click(field(1));
    await user.click(removeButton('produkt bez nazwy'));
    expect(stored()).toEqual(['mleko||open']);
    expect(undo()).toBeNull();
  });

  test('exists for bought items too', async () => {
    const { user, stored } = await openList(['mleko', { description: 'ser', done: true }]);
    await user.click(removeButton('ser'));
    expect(stored()).toEqual(['mleko||open']);
    await user.click(undo() as HTMLElement);
    expect(isIn('Zakupione', box('ser'))).toBe(true);
  });

  test('on the last item leaves a blank one: a list is never without a row', async () => {
    const { user, stored } = await openList(['mleko']);
    await user.click(field(0));
    await user.click(removeButton('mleko'));
    await waitFor(() => expect(stored()).toEqual(['||open']));
    expect(fields()).toHaveLength(1);
  });
});

describe('the focus of a row that is removed', () => {
  test('goes to the previous description', async () => {
    const { user } = await openList(['mleko', 'ser', 'chleb']);
    removeButton('ser').focus();
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Produkt 1 z 2');
  });

  test('goes to the next description when there is no previous one', async () => {
    const { user } = await openList(['mleko', 'ser']);
    removeButton('mleko').focus();
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Produkt 1 z 1');
    expect(field(0).value).toBe('ser');
  });

  test('goes to a bought row’s box among the bought ones', async () => {
    const bought = (description: string) => ({ description, done: true });
    const { user } = await openList(['mleko', bought('ser'), bought('chleb')]);
    removeButton('ser').focus();
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Kupione: chleb');
  });

  test('goes to Dodaj when no row is left around it', async () => {
    const { user } = await openList(['mleko', { description: 'ser', done: true }]);
    removeButton('ser').focus();
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Dodaj produkt');
  });

  test('does not move when it was in another row', async () => {
    const { user } = await openList(['mleko', 'ser']);
    await user.click(field(0));
    // A mouse over the row shows its ✕; jsdom has no mouse over anything.
    fireEvent.click(removeButton('ser'));
    expect(focused()).toBe('Produkt 1 z 1');
  });
});

describe('the row’s menu', () => {
  test('opens by right click, names the item, and Anuluj changes nothing', async () => {
    const { user, stored } = await openList(['mleko', 'ser']);
    await user.pointer({ keys: '[MouseRight]', target: field(1) });
    expect(await screen.findByRole('dialog', { name: 'ser' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Anuluj' }));
    expect(stored()).toHaveLength(2);
  });

  test('names the item with its current text', async () => {
    const { user } = await openList(['mleko']);
    await user.click(field(0));
    await user.keyboard('{Shift>}{F10}{/Shift}');
    await screen.findByRole('dialog', { name: 'mleko' });
    await user.click(screen.getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(field(0));
    await user.keyboard(' 2%{Shift>}{F10}{/Shift}');
    expect(await screen.findByRole('dialog', { name: 'mleko 2%' })).toBeTruthy();
  });

  test('deletes, and offers the item back', async () => {
    const { user, stored } = await openList(['mleko', { description: 'ser', done: true }]);
    fireEvent.contextMenu(screen.getByText('ser'), { button: 2 });
    await user.click(await screen.findByRole('button', { name: 'Usuń produkt' }));
    expect(stored()).toEqual(['mleko||open']);
    await user.click(await screen.findByRole('button', { name: 'Cofnij' }));
    expect(stored()).toEqual(['mleko||open', 'ser||done']);
  });

  test('is not opened in the field with the caret, which has the system’s menu', async () => {
    const { user } = await openList(['mleko']);
    await user.click(field(0));
    fireEvent.pointerDown(field(0), { button: 2, pointerType: 'mouse' });
    expect(fireEvent.contextMenu(field(0), { button: 2 })).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('given a field that a tap focused, when the browser asks for a menu at Ctrl+A, then none of ours opens', async () => {
    const { user } = await openList(['mleko']);
    await user.pointer({ keys: '[TouchA]', target: field(0) });
    act(() => field(0).focus());
    expect(fireEvent.contextMenu(field(0))).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['before', 'after'])(
    'given a field without the caret, when the right button asks for a menu %s it is up, then ours opens',
    async (when) => {
      await openList(['mleko']);
      fireEvent.pointerDown(field(0), { button: 2, pointerType: 'mouse' });
      act(() => field(0).focus());
      if (when === 'after') fireEvent.pointerUp(field(0), { button: 2, pointerType: 'mouse' });
      expect(fireEvent.contextMenu(field(0), { button: 2 })).toBe(false);
    },
  );
});
