import { expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { openList, removeButton } from './openedList';

/** A list that was emptied gets its one blank row; what comes back takes that row's place. */

const TWO = [
  { name: 'Zakupy', items: ['mleko', 'ser'] },
  { name: 'Apteka', icon: 'pill', items: ['plastry'] },
];

const open = () => openList(['mleko', 'ser'], { lists: TWO });
type App = Awaited<ReturnType<typeof open>>;

const blankCame = (app: App): Promise<void> => waitFor(() => expect(app.stored()).toEqual(['||open']));
const undo = async (app: App): Promise<void> => app.user.click(await screen.findByRole('button', { name: 'Cofnij' }));

test('an undone clear leaves no blank row, also after the server had it', async () => {
  const app = await open();
  await app.user.click(screen.getByRole('button', { name: 'Opcje listy' }));
  await app.user.click(await screen.findByRole('button', { name: 'Wyczyść listę' }));
  await app.user.click(await screen.findByRole('button', { name: 'Wyczyść' }));
  await blankCame(app);
  await app.allSent();
  await undo(app);
  expect(app.stored()).toEqual(['mleko||open', 'ser||open']);
});

test('an undone removal of all items leaves no blank row', async () => {
  const app = await open();
  fireEvent.click(removeButton('mleko'));
  fireEvent.click(removeButton('ser'));
  await blankCame(app);
  await undo(app);
  expect(app.stored()).toEqual(['mleko||open', 'ser||open']);
});

test('an undone move of all items leaves no blank row; a row with text stays', async () => {
  const app = await open();
  await app.user.keyboard('{Control>}');
  await app.user.click(screen.getByRole('textbox', { name: 'Produkt 1 z 2' }));
  await app.user.keyboard('{/Control}{Control>}a{/Control}');
  await app.user.click(await screen.findByRole('button', { name: 'Przenieś' }));
  await app.user.click(await screen.findByRole('button', { name: 'Apteka' }));
  await blankCame(app);
  await undo(app);
  expect(app.stored()).toEqual(['mleko||open', 'ser||open']);
  fireEvent.click(removeButton('ser'));
  fireEvent.click(removeButton('mleko'));
  await blankCame(app);
  await app.user.type(await screen.findByRole('textbox', { name: 'Produkt 1 z 1' }), 'chleb');
  await undo(app);
  expect([...app.stored()].sort()).toEqual(['chleb||open', 'mleko||open', 'ser||open']);
});
