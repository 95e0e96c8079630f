import { describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { addButton, box, field, focused, openList, quantity, said, texts } from './openedList';

describe('Enter', () => {
  test('goes through description, quantity and next item, and adds one at the end', async () => {
    const { user } = await openList(['mleko', 'ser']);
    await user.click(field(0));
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Ilość: mleko');
    await user.keyboard('2 l{Enter}');
    expect(focused()).toBe('Produkt 2 z 2');
    await user.keyboard('{Enter}{Enter}');
    expect(focused()).toBe('Produkt 3 z 3');
    await user.keyboard('chleb');
    expect(texts()).toEqual(['mleko', 'ser', 'chleb']);
    expect(quantity('mleko').value).toBe('2 l');
  });

  test('puts ten items with quantities into an empty list in twenty presses', async () => {
    const { user, stored } = await openList([]);
    await waitFor(() => expect(focused()).toBe('Produkt 1 z 1'));
    for (let number = 1; number <= 10; number += 1) await user.keyboard(`p${number}{Enter}${number}{Enter}`);
    expect(stored().slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, at) => `p${at + 1}|${at + 1}|open`));
    expect(focused()).toBe('Produkt 11 z 11');
  });

  test('on a blank last item adds one all the same (D7)', async () => {
    const { user, stored } = await openList([]);
    await waitFor(() => expect(focused()).toBe('Produkt 1 z 1'));
    await user.keyboard('{Enter}{Enter}');
    expect(stored()).toHaveLength(2);
  });

  test('with Shift skips the quantity', async () => {
    const { user } = await openList(['mleko', 'ser']);
    await user.click(field(0));
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(focused()).toBe('Produkt 2 z 2');
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(focused()).toBe('Produkt 3 z 3');
  });

  test('during composition belongs to the input method', async () => {
    await openList(['mleko']);
    field(0).focus();
    fireEvent.keyDown(field(0), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(0), { key: 'Enter', keyCode: 229 });
    expect(focused()).toBe('Produkt 1 z 1');
  });

  test('from a phone keyboard that sends only the line break goes the same way, and no break gets in', async () => {
    await openList(['mleko']);
    field(0).focus();
    const isTaken = !fireEvent(
      field(0),
      new InputEvent('beforeinput', { inputType: 'insertLineBreak', bubbles: true, cancelable: true }),
    );
    expect(isTaken).toBe(true);
    expect(focused()).toBe('Ilość: mleko');
    expect(texts()).toEqual(['mleko']);
  });

  test('focuses the new row within the key press itself, as iOS wants', async () => {
    await openList(['mleko']);
    quantity('mleko').focus();
    fireEvent.keyDown(quantity('mleko'), { key: 'Enter' });
    // Nothing was awaited.
    expect(focused()).toBe('Produkt 2 z 2');
  });
});

describe('Backspace', () => {
  test('in an empty quantity goes to the end of the description and deletes nothing', async () => {
    const { user } = await openList(['mleko']);
    quantity('mleko').focus();
    await user.keyboard('{Backspace}');
    expect(focused()).toBe('Produkt 1 z 1');
    expect(field(0).selectionStart).toBe(5);
    expect(texts()).toEqual(['mleko']);
  });

  test('in a blank item deletes it and goes to the end of the previous description (D9)', async () => {
    const { user, stored } = await openList([{ description: 'mleko', quantity: '2 l' }, '']);
    await user.click(field(1));
    await user.keyboard('{Backspace}');
    expect(stored()).toEqual(['mleko|2 l|open']);
    expect(focused()).toBe('Produkt 1 z 1');
    expect(field(0).selectionStart).toBe(5);
    expect(screen.queryByRole('button', { name: 'Cofnij' })).toBeNull();
  });

  test('in an empty description deletes an item with a quantity, and offers it back (D8)', async () => {
    const { user, stored } = await openList(['mleko', { quantity: '3 szt.' }]);
    await user.click(field(1));
    await user.keyboard('{Backspace}');
    expect(stored()).toEqual(['mleko||open']);
    await user.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(stored()).toEqual(['mleko||open', '|3 szt.|open']);
  });

  test('never deletes the only open item (D10)', async () => {
    const { user, stored } = await openList(['', { description: 'ser', done: true }]);
    await user.click(field(0));
    await user.keyboard('{Backspace}');
    expect(stored()).toEqual(['||open', 'ser||done']);
  });

  test('deletes a blank first item and goes to the next (D10)', async () => {
    const { user, stored } = await openList(['', 'ser']);
    await user.click(field(0));
    await user.keyboard('{Backspace}');
    expect(stored()).toEqual(['ser||open']);
    expect(focused()).toBe('Produkt 1 z 1');
  });

  test('leaves a first item with a quantity alone (D10)', async () => {
    const { user, stored } = await openList([{ quantity: '2' }, 'ser']);
    await user.click(field(0));
    await user.keyboard('{Backspace}');
    expect(stored()).toEqual(['|2|open', 'ser||open']);
  });

  test('held down stops at the field’s edge (D11)', async () => {
    const { stored } = await openList(['mleko', '']);
    field(1).focus();
    for (let count = 0; count < 3; count += 1) fireEvent.keyDown(field(1), { key: 'Backspace', repeat: true });
    expect(stored()).toHaveLength(2);
    expect(focused()).toBe('Produkt 2 z 2');
  });

  test('held down deletes no text of the field that it moved to, until it is pressed again (D11)', async () => {
    const { stored } = await openList(['mleko', '']);
    field(1).focus();
    fireEvent.keyDown(field(1), { key: 'Backspace' });
    expect(stored()).toEqual(['mleko||open']);
    expect(focused()).toBe('Produkt 1 z 1');
    expect(fireEvent.keyDown(field(0), { key: 'Backspace', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(field(0), { key: 'Backspace' })).toBe(true);
    expect(fireEvent.keyDown(field(0), { key: 'Backspace', repeat: true })).toBe(true);
  });

  test('pressed during a composition and held down until after its end goes on deleting in its field', async () => {
    const { user } = await openList(['mleko', 'ser']);
    await user.click(field(0));
    fireEvent.keyDown(field(0), { key: 'Backspace', isComposing: true, keyCode: 229 });
    expect(fireEvent.keyDown(field(0), { key: 'Backspace', repeat: true })).toBe(true);
  });
});

describe('other keys', () => {
  test('the arrows stay in the same field of the neighbour rows', async () => {
    const { user } = await openList(['mleko', 'ser']);
    quantity('mleko').focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Ilość: ser');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Ilość: mleko');
  });

  test('Ctrl+Enter ticks the row and leaves the focus on its box', async () => {
    const { user, stored } = await openList(['mleko', 'ser']);
    await user.click(field(0));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(stored()[0]).toBe('mleko||done');
    expect(focused()).toBe('Kupione: mleko');
    expect(box('mleko').checked).toBe(true);
  });

  test('Escape leaves the field', async () => {
    const { user } = await openList(['mleko']);
    await user.click(field(0));
    await user.keyboard('{Escape}');
    expect(focused()).toBe('BODY');
  });

  test('Shift+F10 opens the row’s menu, and its entry deletes the item', async () => {
    const { user, stored } = await openList(['mleko', 'ser']);
    await user.click(field(1));
    await user.keyboard('{Shift>}{F10}{/Shift}');
    await user.click(await screen.findByRole('button', { name: 'Usuń produkt' }));
    expect(stored()).toEqual(['mleko||open']);
    await waitFor(() => expect(focused()).toBe('Produkt 1 z 1'));
  });
});

describe('Dodaj', () => {
  test('adds a blank item, puts the caret into it and says so', async () => {
    const { user, stored } = await openList(['mleko']);
    await user.click(addButton());
    expect(stored()).toEqual(['mleko||open', '||open']);
    expect(focused()).toBe('Produkt 2 z 2');
    expect(said()).toBe('Dodano produkt.');
  });
});

describe('placeholders', () => {
  const shown = () => screen.queryAllByPlaceholderText('Produkt, np. mleko...').length;
  const shownQuantities = () => screen.queryAllByPlaceholderText('Ilość').length;

  test('show for both fields of the row with the caret, and for two seconds after', async () => {
    const { user } = await openList(['', '']);
    jest.useFakeTimers({ advanceTimers: true });
    try {
      await user.click(field(0));
      expect([shown(), shownQuantities()]).toEqual([1, 1]);
      field(0).blur();
      jest.advanceTimersByTime(1500);
      expect(shown()).toBe(1);
      jest.advanceTimersByTime(600);
      await waitFor(() => expect([shown(), shownQuantities()]).toEqual([0, 0]));
    } finally {
      jest.useRealTimers();
    }
  });

  test('are never the name of a field', async () => {
    const { user } = await openList(['']);
    await user.click(field(0));
    expect(screen.getByRole('textbox', { name: 'Produkt 1 z 1' })).toBe(field(0));
    expect(quantity('produkt bez nazwy')).toBeTruthy();
  });
});

test('End leads to the end of the page, in a text to its end, and with Shift it extends a selection', async () => {
  await openList(['mleko']);
  const scroll = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const isLeftToBrowser = (at: Element, shiftKey = false): boolean => fireEvent.keyDown(at, { key: 'End', shiftKey });
  expect([isLeftToBrowser(document.body), scroll.mock.calls.length > 0]).toEqual([false, true]);
  expect([isLeftToBrowser(addButton()), isLeftToBrowser(field(0))]).toEqual([false, true]);
  expect(isLeftToBrowser(document.body, true)).toBe(true);
});
