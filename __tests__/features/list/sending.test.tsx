import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { field, openList, said } from './openedList';

const send = () => screen.getByRole('button', { name: 'Wyślij jako tekst' });

test('the header sends what is to buy as text, and a paste into another list reads it back', async () => {
  const { user, stored } = await openList([
    { description: 'mleko', quantity: '2 l' },
    { description: 'ser', done: true },
    '-18°C lody',
    { description: 'chleb', quantity: 'jeden mały, ten ciemny z ziarnami' },
    '',
  ]);
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(send());
  await waitFor(() => expect(said()).toBe('Skopiowano listę. Możesz ją wkleić w\u00a0wiadomości.'));
  const text = write.mock.calls[0]?.[0] ?? '';
  expect(text).toBe('- mleko\t2 l\n- -18°C lody\n- chleb\t\tjeden mały, ten ciemny z ziarnami');
  await user.click(field(3));
  await user.paste(text);
  expect(stored().slice(4)).toEqual([
    'mleko|2 l|open',
    '-18°C lody||open',
    'chleb|jeden mały, ten ciemny z ziarnami|open',
  ]);
});

test('a list with nothing to buy says so', async () => {
  const { user } = await openList([{ description: 'ser', done: true }]);
  await user.click(send());
  await waitFor(() => expect(said()).toBe('Na liście nie ma nic do kupienia.'));
});
