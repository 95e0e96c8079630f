import { expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { field, openList, removeButton } from './openedList';

const bar = (): string | null => document.querySelector('[data-snackbar] span')?.textContent ?? null;
const pressUndo = () => fireEvent.keyDown(document.body, { key: 'z', code: 'KeyZ', ctrlKey: true });
const lists = [{ name: 'Zakupy', items: ['mleko', 'ser'] }, { name: 'Apteka', items: ['plastry'] }, { name: 'Dom' }];

const openThree = async () => {
  const app = await openList([], { lists });
  const back = async (): Promise<void> => {
    await app.user.click(await screen.findByRole('button', { name: 'Wróć do list' }));
    await screen.findByRole('heading', { name: 'Twoje listy' });
  };
  const open = async (name: string): Promise<void> => {
    await app.user.click(await screen.findByRole('link', { name: new RegExp(`^${name},`) }));
    await screen.findByRole('heading', { name, level: 1 });
  };
  return { ...app, back, open };
};

test('given a paste in a list that was left, then other pages neither offer to undo it nor undo it by Ctrl+Z', async () => {
  const app = await openThree();
  await app.user.click(field(0));
  await app.user.paste('chleb\nmasło');
  expect(bar()).toBe('Dodano 2 produkty');
  await app.back();
  expect(bar()).toBeNull();
  pressUndo();
  await app.open('Apteka');
  expect(bar()).toBeNull();
  pressUndo();
  expect(app.storedIn(0)).toEqual(['mleko', 'ser', 'chleb', 'masło']);

  await app.back();
  await app.open('Zakupy');
  expect(bar()).toBe('Dodano 2 produkty');
  pressUndo();
  expect(app.storedIn(0)).toEqual(['mleko', 'ser']);
});

test('given a deletion in each of two lists, then the undo brings back the item of the list on screen only', async () => {
  const app = await openThree();
  fireEvent.click(removeButton('mleko'));
  await app.back();
  await app.open('Apteka');
  fireEvent.click(removeButton('plastry'));
  expect(bar()).toBe('Usunięto: plastry');
  await app.user.click(screen.getByRole('button', { name: 'Cofnij' }));
  expect([app.storedIn(0), app.storedIn(1)]).toEqual([['ser'], expect.arrayContaining(['plastry'])]);
});

test('given a list that was cleared, then the undo, which names it, is offered on every page', async () => {
  const app = await openThree();
  await app.user.click(screen.getByRole('button', { name: 'Opcje listy' }));
  await app.user.click(await screen.findByRole('button', { name: 'Wyczyść listę' }));
  await app.user.click(await screen.findByRole('button', { name: 'Wyczyść' }));
  await app.back();
  expect(bar()).toBe('Wyczyszczono listę „Zakupy”');
  await app.open('Apteka');
  expect(bar()).toBe('Wyczyszczono listę „Zakupy”');
});
