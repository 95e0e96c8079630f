import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { stopTime } from '../../support/stillTime';
import { box, focused, openList, said, section, texts } from './openedList';

afterEach(() => {
  jest.useRealTimers();
});

const WEEKLY = [
  { description: 'mleko', quantity: '2 l', done: true },
  'ser',
  { description: 'chleb', done: true },
  { description: 'kawa', done: true },
];
const ALL_BOUGHT = WEEKLY.filter((item) => typeof item !== 'string');

const bar = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[data-snackbar]');
  if (!found) throw new Error('no bar');
  return found;
};
const undo = () => screen.getByRole('button', { name: 'Cofnij' });
const button = (name: string): HTMLElement => {
  const [first] = screen.getAllByRole('button', { name });
  if (!first) throw new Error(`no button ${name}`);
  return first;
};

describe('Usuń kupione', () => {
  test('removes bought items only', async () => {
    const { user, stored } = await openList(WEEKLY);
    await user.click(button('Usuń kupione'));
    expect(stored()).toEqual(['ser||open']);
    expect(within(bar()).getByText('Usunięto 3 produkty')).toBeTruthy();
    expect(section('Zakupione')).toBeNull();
    expect(focused()).toBe('Dodaj produkt');
  });

  test('is undone in one step, with quantities and ticks, in the old order', async () => {
    const { user, stored } = await openList(WEEKLY);
    await user.click(button('Usuń kupione'));
    await user.click(undo());
    expect(stored()).toEqual(['mleko|2 l|done', 'ser||open', 'chleb||done', 'kawa||done']);
    expect(said()).toBe('Przywrócono');
  });

  test('given all items bought, when a finger taps twice, then the button that takes its place adds no second row', async () => {
    const { user, stored } = await openList(ALL_BOUGHT);
    await user.click(button('Usuń kupione'));
    fireEvent.click(button('Dodaj produkt'), { detail: 2 });
    expect(stored()).toEqual(['||open']);
  });

  test('leaves a row alone that is ticked but has not moved to Zakupione yet', async () => {
    const { stored } = await openList(WEEKLY);
    stopTime();
    fireEvent.click(box('ser'));
    fireEvent.click(button('Usuń kupione'));
    expect(stored()).toEqual(['ser||done']);
  });
});

describe('Odznacz wszystkie', () => {
  test('unticks all items with one tap, in the old order, with one vibration', async () => {
    const { user, stored, vibrations } = await openList(WEEKLY);
    await user.click(button('Odznacz wszystkie'));
    expect(stored()).toEqual(['mleko|2 l|open', 'ser||open', 'chleb||open', 'kawa||open']);
    expect(texts()).toEqual(['mleko', 'ser', 'chleb', 'kawa']);
    expect(vibrations).toEqual([300]);
    expect(within(bar()).getByText('Odznaczono 3 produkty')).toBeTruthy();
    expect(focused()).toBe('Kupione: mleko');
  });

  test('is undone in one step, except for items that another device changed since', async () => {
    const { user, stored, elsewhere } = await openList(WEEKLY);
    await user.click(button('Odznacz wszystkie'));
    await elsewhere.remove(2);
    await waitFor(() => expect(texts()).toEqual(['mleko', 'ser', 'kawa']));
    await user.click(undo());
    expect(stored()).toEqual(['mleko|2 l|done', 'ser||open', 'kawa||done']);
  });
});

describe('Wszystko kupione!', () => {
  test('offers both actions', async () => {
    const { user, stored } = await openList(ALL_BOUGHT);
    const place = screen.getByText('Wszystko kupione!').closest('[data-sheet=open]');
    if (!(place instanceof HTMLElement)) throw new Error('not in the sheet of what is to buy');
    expect(within(place).getByRole('button', { name: 'Usuń kupione' })).toBeTruthy();
    await user.click(within(place).getByRole('button', { name: 'Odznacz wszystkie' }));
    expect(stored()).toEqual(['mleko|2 l|open', 'chleb||open', 'kawa||open']);
  });

  test('offers neither when nothing is bought', async () => {
    await openList(['mleko']);
    expect(screen.queryByRole('button', { name: 'Odznacz wszystkie' })).toBeNull();
  });
});

test('the actions have English names', async () => {
  await openList(ALL_BOUGHT, { language: 'en' });
  expect(screen.getAllByRole('button', { name: 'Delete purchased' })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Uncheck all' })).toHaveLength(2);
});
