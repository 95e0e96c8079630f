import { expect, test } from '@jest/globals';
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { field, openList } from './openedList';

/** Presses Ctrl+Z where the focus is. Returns whether the browser may undo typing. */
const pressUndo = (): boolean => {
  const target = document.activeElement ?? document.body;
  const press = createEvent.keyDown(target, { key: 'z', code: 'KeyZ', ctrlKey: true });
  fireEvent(target, press);
  return !press.defaultPrevented;
};

/** The button of a row is shown to a mouse only, and leaves the caret where it is. */
const removeByMouse = (item: string) => fireEvent.click(screen.getByRole('button', { name: `Usuń produkt: ${item}` }));

test('given lines that were pasted with the caret in a row, then Ctrl+Z takes them back, and no typed text', async () => {
  const { user, stored } = await openList(['']);
  await user.click(field(0));
  await user.keyboard('kawa{Shift>}{Enter}{/Shift}');
  await user.paste('raz\ndwa\ntrzy');

  expect(pressUndo()).toBe(false);

  expect(stored()).toEqual(['kawa||open']);
});

test('given a row that was removed after something was typed, then Ctrl+Z brings back the row first', async () => {
  const { user, stored } = await openList(['mleko', 'ser']);
  await user.click(field(1));
  await user.keyboard(' żółty');
  removeByMouse('mleko');
  expect(stored()).toEqual(['ser żółty||open']);
  field(0).focus();

  expect(pressUndo()).toBe(false);
  expect(stored()).toEqual(['mleko||open', 'ser żółty||open']);
});

test('given typing after a removal, then the browser undoes the typing, and then the row is brought back', async () => {
  const { user, stored } = await openList(['mleko', 'ser']);
  removeByMouse('mleko');
  await user.click(field(0));
  await user.keyboard('!');

  expect(pressUndo()).toBe(true);
  expect(stored()).toEqual(['ser!||open']);

  // What the browser does.
  fireEvent.input(field(0), { target: { value: 'ser' } });
  expect(pressUndo()).toBe(false);
  expect(stored()).toEqual(['mleko||open', 'ser||open']);
});

test('given a removal, then typing, then another removal, then they are undone newest first', async () => {
  const { user, stored } = await openList(['mleko', 'ser', 'chleb']);
  removeByMouse('mleko');
  await user.click(field(1));
  await user.keyboard('!');
  removeByMouse('ser');
  field(0).focus();

  expect(pressUndo()).toBe(false);
  expect(stored()).toEqual(['ser||open', 'chleb!||open']);
  field(1).focus();
  expect(pressUndo()).toBe(true);
  expect(stored()).toEqual(['ser||open', 'chleb!||open']);

  // What the browser does.
  fireEvent.input(field(1), { target: { value: 'chleb' } });
  expect(pressUndo()).toBe(false);
  expect(stored()).toEqual(['mleko||open', 'ser||open', 'chleb||open']);
});

test('given a row that was typed in and that another device changed, then the browser does not undo the typing', async () => {
  const { user, elsewhere, allSent } = await openList(['mleko', 'ser']);
  await user.click(field(0));
  await user.keyboard('!');
  await allSent();
  await user.click(field(1));
  await elsewhere.edit(0, { description: 'mleko 2%' });
  await waitFor(() => expect(field(0).value).toBe('mleko 2%'));
  await user.click(field(0));
  expect(pressUndo()).toBe(false);
  await user.keyboard('?');
  expect(pressUndo()).toBe(true);
});

test('given one pasted line with its line break, then the browser undoes that paste', async () => {
  const { user, stored } = await openList(['mleko', 'ser']);
  removeByMouse('ser');
  // Chromium's own: the text is in its undo history, and no `beforeinput` is sent.
  document.execCommand = (_command, _hasDialog, text = '') => {
    const target = document.activeElement as HTMLTextAreaElement;
    fireEvent.input(target, { target: { value: target.value + text } });
    return true;
  };
  await user.click(field(0));
  await user.paste(' 2%\n');
  expect(stored()).toEqual(['mleko 2%||open']);

  expect(pressUndo()).toBe(true);
  expect(stored()).toEqual(['mleko 2%||open']);
  Reflect.deleteProperty(document, 'execCommand');
});

test('given nothing to undo, then Ctrl+Z does not reach text that was typed in another field', async () => {
  const { user, stored } = await openList(['mleko', 'ser']);
  await user.click(field(0));
  await user.keyboard('!');
  await user.click(field(1));
  expect(pressUndo()).toBe(false);
  await user.click(screen.getByRole('heading', { level: 1 }));
  expect(pressUndo()).toBe(false);
  expect(stored()).toEqual(['mleko!||open', 'ser||open']);
});
