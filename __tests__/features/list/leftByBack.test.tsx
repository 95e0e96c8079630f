import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { routerBeside } from '../../support/routerBeside';
import { field, openList, texts } from './openedList';

const { router, beside } = routerBeside();

test('given an item that another device deletes during typing, when the person leaves by the system’s back, then it can be restored', async () => {
  const { user, elsewhere, stored } = await openList(['mleko', 'ser'], { beside });
  await user.click(field(0));
  await elsewhere.remove(0);
  await waitFor(() => expect(stored()).toEqual(['ser||open']));
  await user.keyboard(' bez laktozy');
  expect(texts()[0]).toBe('mleko bez laktozy');
  act(() => void router.go?.('/lists'));
  await screen.findByRole('link', { name: /^Zakupy,/ });
  expect(await screen.findByRole('button', { name: 'Przywróć' })).toBeTruthy();
});
