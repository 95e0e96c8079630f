import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { box, field, openList, texts } from './openedList';

test('given a row that was deleted elsewhere during typing, when it is ticked, then the text can be restored', async () => {
  const { user, elsewhere, stored } = await openList(['mleko', 'ser']);
  await user.click(field(0));
  await elsewhere.remove(0);
  await waitFor(() => expect(stored()).toEqual(['ser||open']));
  await user.keyboard(' bez laktozy');
  expect(texts()[0]).toBe('mleko bez laktozy');
  await user.click(box('mleko'));
  expect(await screen.findByRole('button', { name: 'Przywróć' })).toBeTruthy();
});
