import { expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { addButton, box, field, openList, removeButton } from './openedList';

const undo = (): HTMLElement => screen.getByRole('button', { name: 'Cofnij' });
const heading = (): HTMLElement => screen.getByRole('heading', { level: 1 });
const focusIsOn = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()));

test('given a row with the caret and a deleted row, when the deletion is undone, then the caret is back', async () => {
  const { user, stored } = await openList(['mleko', 'ser']);
  await user.click(field(1));
  fireEvent.click(removeButton('mleko'));
  await user.click(undo());
  expect(stored()).toEqual(['mleko||open', 'ser||open']);
  await focusIsOn(() => field(1));
});

test('given a bar that was reached by keyboard, when its button is pressed, then the focus is where it was', async () => {
  const { user } = await openList(['mleko', { description: 'ser', done: true }]);
  fireEvent.click(removeButton('mleko'));
  box('ser').focus();
  undo().focus();
  await user.keyboard('{Enter}');
  await focusIsOn(() => box('ser'));
});

test('given pasted rows, when the paste is undone, then the button that adds an item has the focus', async () => {
  const { user, stored } = await openList(['mleko']);
  for (const takeBack of [() => user.click(undo()), () => user.keyboard('{Control>}z{/Control}')]) {
    await user.click(field(0));
    await user.paste('raz\ndwa');
    expect(document.activeElement).toBe(field(2));
    await takeBack();
    expect(stored()).toEqual(['mleko||open']);
    await focusIsOn(addButton);
  }
});

test('given bought rows that were all unticked, when that is undone, then the redrawn box has the focus', async () => {
  const { user } = await openList(['mleko', { description: 'ser', done: true }]);
  await user.click(screen.getByRole('button', { name: 'Odznacz wszystkie' }));
  expect(document.activeElement).toBe(box('ser'));
  await user.click(undo());
  await focusIsOn(() => box('ser'));
});

test('given a deleted list, when it is brought back, then the focus is on the page', async () => {
  const { user } = await openList(['mleko']);
  await user.click(screen.getByRole('button', { name: 'Opcje listy' }));
  await user.click(await screen.findByRole('button', { name: 'Usuń' }));
  await user.click(await screen.findByRole('button', { name: 'Usuń' }));
  await focusIsOn(heading);
  await user.click(undo());
  expect(await screen.findByRole('link', { name: /^Zakupy,/ })).toBeTruthy();
  await focusIsOn(heading);
});

test('given nothing with the focus, when Ctrl+Z brings back a row, then no control gets the focus', async () => {
  const { stored } = await openList(['mleko', 'ser']);
  fireEvent.click(removeButton('mleko'));
  fireEvent.keyDown(document.body, { key: 'z', code: 'KeyZ', ctrlKey: true });
  expect(stored()).toEqual(['mleko||open', 'ser||open']);
  expect(document.activeElement).toBe(document.body);
});
