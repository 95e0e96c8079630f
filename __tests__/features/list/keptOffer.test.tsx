import { expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { openList, removeButton } from './openedList';

test('a network that comes and goes does not take the undo away', async () => {
  const { user, setOnline, stored } = await openList(['mleko', 'ser']);
  fireEvent.click(removeButton('mleko'));
  expect(await screen.findByRole('button', { name: 'Cofnij' })).toBeTruthy();
  setOnline(false);
  await new Promise((r) => setTimeout(r, 200));
  await user.click(await screen.findByRole('button', { name: 'Cofnij' }, { timeout: 2000 }));
  expect(stored()).toEqual(['mleko||open', 'ser||open']);
});
