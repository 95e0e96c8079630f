import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { routerBeside } from '../../support/routerBeside';
import { field, openList, texts } from './openedList';

const { router, beside } = routerBeside();

test('an item deleted elsewhere while one types in it can be had back also when the list is left by the system’s back', async () => {
  const { user, elsewhere, stored } = await openList(['mleko', 'ser'], { beside });
  await user.click(field(0));
  await elsewhere.remove(0);
  await waitFor(() => expect(stored()).toEqual(['ser||open']));
  await user.keyboard(' bez laktozy');
  expect(texts()[0]).toBe('mleko bez laktozy');
  act(() => void router.go?.('/lists'));
  await screen.findByRole('link', { name: /^Zakupy,/ });
  expect(await screen.findByRole('button', { name: 'Przywróć' }, { timeout: 2000 })).toBeTruthy();
});
