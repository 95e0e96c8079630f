import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { box, field, openList, texts } from './openedList';

test('what was typed into a row deleted elsewhere can be had back also when the row is ticked at once', async () => {
  const { user, elsewhere, stored } = await openList(['mleko', 'ser']);
  await user.click(field(0));
  await elsewhere.remove(0);
  await waitFor(() => expect(stored()).toEqual(['ser||open']));
  await user.keyboard(' bez laktozy');
  expect(texts()[0]).toBe('mleko bez laktozy');
  await user.click(box('mleko'));
  expect(await screen.findByRole('button', { name: 'Przywróć' }, { timeout: 2000 })).toBeTruthy();
});
