import { describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { selectCapabilities } from '../../../src/store/state/capabilitiesSlice';
import type { AppOptions, SeedItem } from '../../support/renderApp';
import { box, field, openList, said, texts } from './openedList';

/** Rows are moved by hand, where the provider keeps an order. Dragging itself is seen in a real browser (`e2e/ordering`). */

const BOUGHT: readonly SeedItem[] = [
  { description: 'ser', done: true },
  { description: 'kawa', done: true },
];

const open = async (options: AppOptions = {}) => {
  const app = await openList(['mleko', 'chleb', 'masło', ...BOUGHT], options);
  await waitFor(() => expect(selectCapabilities(app.store.getState()).order).toBe(true));
  return app;
};
const altArrow = (element: Element, key: 'ArrowUp' | 'ArrowDown') => fireEvent.keyDown(element, { key, altKey: true });
const undo = () => fireEvent.click(screen.getByRole('button', { name: 'Cofnij' }));

describe('a row', () => {
  test('is moved by Alt and an arrow, and the new place is announced', async () => {
    await open();
    act(() => field(0).focus());
    altArrow(field(0), 'ArrowDown');
    expect(texts()).toEqual(['chleb', 'mleko', 'masło']);
    await waitFor(() => expect(said()).toBe('Przesunięto: mleko, miejsce 2 z 3'));
    expect(document.activeElement).toBe(field(1));
  });

  test('is moved with an English announcement', async () => {
    await open({ language: 'en' });
    altArrow(screen.getByRole('checkbox', { name: 'Purchased: chleb' }), 'ArrowUp');
    await waitFor(() => expect(said()).toBe('Moved: chleb, place 1 of 3'));
  });

  test('at the edge of its section stays, and bought rows never leave theirs', async () => {
    await open();
    altArrow(box('mleko'), 'ArrowUp');
    altArrow(box('ser'), 'ArrowUp');
    expect(texts()).toEqual(['mleko', 'chleb', 'masło']);
    altArrow(box('ser'), 'ArrowDown');
    const bought = screen.getByRole('list', { name: 'Zakupione' });
    expect([...bought.querySelectorAll('.text')].map(({ textContent }) => textContent)).toEqual(['kawa', 'ser']);
  });

  test('that was moved several times in a row has one undo for all moves', async () => {
    await open();
    altArrow(box('mleko'), 'ArrowDown');
    altArrow(box('mleko'), 'ArrowDown');
    expect(texts()).toEqual(['chleb', 'masło', 'mleko']);
    await waitFor(() => expect(said()).toBe('Przesunięto: mleko, miejsce 3 z 3'));
    undo();
    await waitFor(() => expect(texts()).toEqual(['mleko', 'chleb', 'masło']));
  });

  test('given another row that was moved before, then the undo of this one leaves it where it is', async () => {
    await open();
    altArrow(box('masło'), 'ArrowUp');
    altArrow(box('mleko'), 'ArrowDown');
    expect(texts()).toEqual(['masło', 'mleko', 'chleb']);
    undo();
    await waitFor(() => expect(texts()).toEqual(['mleko', 'masło', 'chleb']));
    undo();
    await waitFor(() => expect(texts()).toEqual(['mleko', 'chleb', 'masło']));
  });

  test('that another device moved is at its new place and keeps the typed text', async () => {
    const { elsewhere } = await open();
    act(() => field(0).focus());
    fireEvent.input(field(0), { target: { value: 'mleko 2%' } });
    await elsewhere.edit(0, { order: 'izzzzzzzzz' });
    await waitFor(() => expect(texts()).toEqual(['chleb', 'masło', 'mleko 2%']));
  });

  test.each([
    { moved: 'the row below it to the top', place: 2, order: 'h00000001', result: ['masło', 'mleko', 'chleb'] },
    { moved: 'it to the end', place: 1, order: 'izzzzzzzzz', result: ['mleko', 'masło', 'chleb'] },
  ])('with the caret never leaves the page when another device moves $moved', async ({ place, order, result }) => {
    const { elsewhere } = await open();
    const typedIn = field(1);
    act(() => typedIn.focus());
    // A browser takes the focus from a row that leaves its place in the page; jsdom sends no `blur` for it.
    const left = new Set<Node>();
    const watch = new MutationObserver((records) => {
      for (const { removedNodes } of records) for (const row of removedNodes) left.add(row);
    });
    watch.observe(screen.getByRole('list', { name: 'Do kupienia' }), { childList: true });
    await elsewhere.edit(place, { order });
    await waitFor(() => expect(texts()).toEqual(result));
    expect(document.activeElement).toBe(typedIn);
    expect([...left].filter((row) => row.contains(typedIn))).toEqual([]);
    watch.disconnect();
  });

  test('stays where it is with a provider that keeps no order', async () => {
    await openList(['mleko', 'chleb'], {
      answer: (path) => (path === '/capabilities' ? Promise.resolve(Response.json({ idempotency: true })) : undefined),
    });
    altArrow(box('mleko'), 'ArrowDown');
    expect(texts()).toEqual(['mleko', 'chleb']);
  });
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'given a composition, told as %j, when Alt and an arrow are pressed in it, then the row stays',
  async (how) => {
    await open();
    act(() => field(0).focus());
    fireEvent.keyDown(field(0), { key: 'ArrowDown', altKey: true, ...how });
    expect(texts()).toEqual(['mleko', 'chleb', 'masło']);
  },
);
