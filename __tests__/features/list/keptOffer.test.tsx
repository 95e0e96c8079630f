import { expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { openList, removeButton } from './openedList';

test('given a network that comes and goes, then the undo is still offered', async () => {
  const { user, setOnline, stored } = await openList(['mleko', 'ser']);
  fireEvent.click(removeButton('mleko'));
  expect(await screen.findByRole('button', { name: 'Cofnij' })).toBeTruthy();
  await act(async () => setOnline(false));
  await act(async () => setOnline(true));
  await user.click(await screen.findByRole('button', { name: 'Cofnij' }));
  expect(stored()).toEqual(['mleko||open', 'ser||open']);
});
