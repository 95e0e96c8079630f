import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { field, openList } from './openedList';

const choice = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name: `Zaznacz: ${name}` });

test('given three selected rows, two of them bought, when the bought section is collapsed, then copying takes all three', async () => {
  const bought = ['ser', 'masło'].map((description) => ({ description, done: true }));
  const app = await openList(['chleb', ...bought], {
    lists: [
      { name: 'Zakupy', items: ['chleb', ...bought] },
      { name: 'Apteka', icon: 'pill', items: ['plastry'] },
    ],
  });
  await app.user.keyboard('{Control>}');
  await app.user.click(field(0));
  await app.user.keyboard('{/Control}');
  await waitFor(() => expect(choice('chleb').checked).toBe(true));
  await app.user.click(screen.getByText('ser'));
  await app.user.click(screen.getByText('masło'));
  await app.user.click(screen.getByRole('button', { name: /\(2\)|2$/, expanded: true }));
  const bar = await screen.findByRole('group', { name: 'Zaznaczone produkty' });
  expect(within(bar).getByText('Zaznaczono 3 produkty')).toBeTruthy();
  await app.user.click(within(bar).getByRole('button', { name: 'Kopiuj' }));
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Apteka' }));
  expect(app.storedIn(1)).toEqual(['plastry', 'chleb', 'ser', 'masło']);
});
