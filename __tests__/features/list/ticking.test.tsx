import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { pass, soon, stopTime } from '../../support/stillTime';
import { box, field, fields, focused, isIn, openList, quantity, said, settledIn, texts } from './openedList';

afterEach(() => {
  jest.useRealTimers();
});

describe('a tick', () => {
  test('is stored, with a vibration, and counted at once', async () => {
    const { user, stored, vibrations } = await openList(['mleko', 'ser']);
    await user.click(box('mleko'));
    expect(stored()[0]).toBe('mleko||done');
    expect(vibrations).toEqual([[50, 50, 50]]);
    expect(screen.getByText('1/2')).toBeTruthy();
  });

  test('closes the row’s fields at once, in its old place', async () => {
    await openList(['mleko', 'ser']);
    fireEvent.click(box('mleko'));
    expect(texts()).toEqual(['ser']);
    expect(isIn('Do kupienia', box('mleko'))).toBe(true);
    await settledIn('mleko');
    expect(screen.getByRole('button', { name: 'Zakupione (1)' })).toBeTruthy();
  });

  test('undone while the row waits gives it its fields and their names again', async () => {
    const { user } = await openList(['mleko', 'ser']);
    stopTime();
    fireEvent.click(box('mleko'));
    expect(texts()).toEqual(['ser']);
    fireEvent.click(box('mleko'));
    jest.useRealTimers();
    expect(texts()).toEqual(['mleko', 'ser']);
    await user.click(field(0));
    expect(focused()).toBe('Produkt 1 z 2');
  });

  test('waits for the next ones: rows move together, 600 ms after the last', async () => {
    await openList(['mleko', 'ser', 'chleb']);
    const bothWait = () => [box('mleko'), box('ser')].every((tick) => isIn('Do kupienia', tick));
    const realTimeout = setTimeout;
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'Date'] });
    try {
      fireEvent.click(box('mleko'));
      await jest.advanceTimersByTimeAsync(500);
      fireEvent.click(box('ser'));
      await jest.advanceTimersByTimeAsync(599);
      expect(bothWait()).toBe(true);
      // React draws between the end of the wait and that of the move, in its own time.
      for (let step = 0; step < 100 && isIn('Do kupienia', box('mleko')); step += 1) {
        await jest.advanceTimersByTimeAsync(10);
        await new Promise((resolve) => realTimeout(resolve, 5));
      }
      expect([box('mleko'), box('ser')].every((tick) => isIn('Zakupione', tick))).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  test('is announced with the number of open items', async () => {
    await openList(['mleko', 'ser', 'chleb', '']);
    stopTime();
    fireEvent.click(box('mleko'));
    await soon(() => expect(said()).toBe('Kupione: mleko. Zostały 2 produkty do kupienia.'));
    fireEvent.click(box('mleko'));
    await soon(() => expect(said()).toBe('Znowu do kupienia: mleko. Zostały 3 produkty do kupienia.'));
  });

  test('is announced as the last one if it is', async () => {
    await openList(['mleko']);
    stopTime();
    fireEvent.click(box('mleko'));
    await soon(() => expect(said()).toBe('Kupione: mleko. Wszystko kupione!'));
  });

  test('undone returns the row to its old place, with another vibration', async () => {
    const { user, vibrations, stored } = await openList(['mleko', { description: 'ser', done: true }, 'chleb']);
    await user.click(box('ser'));
    expect(texts()).toEqual(['mleko', 'ser', 'chleb']);
    expect(vibrations).toEqual([300]);
    expect(stored()[1]).toBe('ser||open');
  });

  test('undone in time never moves the row', async () => {
    await openList(['mleko', 'ser']);
    stopTime();
    fireEvent.click(box('mleko'));
    fireEvent.click(box('mleko'));
    await pass(900);
    fireEvent.click(box('ser'));
    await pass(600);
    await soon(() => expect(isIn('Zakupione', box('ser'))).toBe(true));
    expect(texts()).toEqual(['mleko']);
  });

  test('by touch does not move the focus', async () => {
    const { user } = await openList(['mleko', 'ser']);
    await user.click(field(1));
    await user.click(box('mleko'));
    expect(document.activeElement).toBe(fields()[0]);
    expect(fields()[0]?.value).toBe('ser');
  });

  test('with the keyboard takes the focus to the box of the row that takes its place', async () => {
    const { user } = await openList(['mleko', 'ser']);
    box('mleko').focus();
    await user.keyboard(' ');
    await settledIn('mleko');
    expect(focused()).toBe('Kupione: ser');
  });

  test('undone with the keyboard takes the focus to the box of the bought row that takes its place', async () => {
    const bought = (description: string) => ({ description, done: true });
    const { user } = await openList(['mleko', bought('ser'), bought('sok')]);
    box('ser').focus();
    await user.keyboard(' ');
    expect(texts()).toEqual(['mleko', 'ser']);
    expect(focused()).toBe('Kupione: sok');
    await user.keyboard(' ');
    expect(focused()).toBe('Dodaj produkt');
  });

  test('with the keyboard on the last open row takes the focus to Dodaj', async () => {
    const { user } = await openList(['mleko']);
    box('mleko').focus();
    await user.keyboard(' ');
    await settledIn('mleko');
    await waitFor(() => expect(focused()).toBe('Dodaj produkt'));
  });

  test('leaves out rows on their way when Enter looks for the next item', async () => {
    const { user } = await openList(['mleko', 'ser', 'chleb']);
    await user.click(box('ser'));
    await user.click(field(0));
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect((document.activeElement as HTMLTextAreaElement).value).toBe('chleb');
  });

  test('of the row with the caret removes its placeholders; unticked again, it shows none', async () => {
    const { user } = await openList(['mleko']);
    await user.click(field(0));
    expect(quantity('mleko').placeholder).toBe('Ilość');
    stopTime();
    fireEvent.click(box('mleko'));
    fireEvent.click(box('mleko'));
    await pass(2000);
    await soon(() => expect(quantity('mleko').placeholder).toBe(''));
  });

  test('of the row with the caret removes the focus', async () => {
    const { user } = await openList(['mleko', 'ser']);
    await user.click(field(0));
    await user.click(box('mleko'));
    await settledIn('mleko');
    expect(texts()).toEqual(['ser']);
  });
});

test('a mouse button on a box takes no focus, so no keyboard opens or closes', async () => {
  await openList(['mleko']);
  expect(fireEvent.mouseDown(box('mleko'))).toBe(false);
});

describe('a bought row', () => {
  test('takes the tap that unticks anywhere but on its ✕', async () => {
    const { user, stored } = await openList([{ description: 'mleko', quantity: '2 l', done: true }, 'ser']);
    await user.click(screen.getByText('2 l'));
    expect(stored()).toEqual(['mleko|2 l|open', 'ser||open']);
    stopTime();
    fireEvent.click(box('mleko'));
    fireEvent.click(screen.getByText('mleko'));
    expect(stored()[0]).toBe('mleko|2 l|open');
  });

  test('does not move the caret when it is tapped', async () => {
    const { user } = await openList([{ description: 'mleko', done: true }, 'ser']);
    await user.click(field(0));
    await user.click(screen.getByText('mleko'));
    expect((document.activeElement as HTMLTextAreaElement).value).toBe('ser');
  });

  test('stays bought when its text is selected with the mouse', async () => {
    const { user, stored } = await openList([{ description: 'mleko', done: true }]);
    document.getSelection()?.selectAllChildren(screen.getByText('mleko'));
    fireEvent.click(screen.getByText('mleko'));
    expect(stored()).toEqual(['mleko||done']);
    document.getSelection()?.removeAllRanges();
    await user.click(screen.getByText('mleko'));
    expect(stored()).toEqual(['mleko||open']);
  });
});
