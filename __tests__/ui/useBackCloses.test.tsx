import { expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import { useBackCloses, useLeaveDeadEntry } from '../../src/ui/useBackCloses';

/** The history of jsdom goes back a turn later, as a browser's does. */

function Page({ isOpenAtOnce }: { readonly isOpenAtOnce: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtOnce);
  useLeaveDeadEntry();
  useBackCloses(isOpen, () => setOpen(false));
  return (
    <button type="button" onClick={() => setOpen(true)}>
      {isOpen ? 'open' : 'closed'}
    </button>
  );
}

const beginOnDeadEntry = (isOpenAtOnce: boolean) => {
  window.history.replaceState({ usr: null, key: 'a', idx: 0 }, '', '/lists');
  window.history.pushState({ usr: { overlays: ['of an earlier page'] }, key: 'b', idx: 1 }, '', '/lists');
  render(
    <BrowserRouter>
      <Page isOpenAtOnce={isOpenAtOnce} />
    </BrowserRouter>,
  );
};
const layer = () => (window.history.state as { usr: { overlays?: string[] } | null }).usr?.overlays?.join();
const shown = () => screen.getByRole('button').textContent;

test.each([
  ['opens with the page', true],
  ['opens while the page leaves its first entry', false],
])(
  'given a page that was reloaded with a sheet open, then what %s stays open until back',
  async (_when, isOpenAtOnce) => {
    beginOnDeadEntry(isOpenAtOnce);
    if (!isOpenAtOnce) act(() => screen.getByRole('button').click());
    await waitFor(() => expect(layer()).toMatch(/-\d+$/));
    expect(shown()).toBe('open');
    act(() => window.history.back());
    await waitFor(() => expect(shown()).toBe('closed'));
    expect(layer()).toBeUndefined();
  },
);

test('given a sheet that back closed, then forward stays on the page below, and the next back leaves it', async () => {
  window.history.pushState({ usr: null, key: 'c', idx: 0 }, '', '/logs');
  window.history.pushState({ usr: null, key: 'd', idx: 1 }, '', '/lists');
  render(
    <BrowserRouter>
      <Page isOpenAtOnce={false} />
    </BrowserRouter>,
  );
  act(() => screen.getByRole('button').click());
  await waitFor(() => expect(layer()).toMatch(/-\d+$/));
  act(() => window.history.back());
  await waitFor(() => expect(shown()).toBe('closed'));

  let moves = 0;
  window.addEventListener('popstate', () => {
    moves += 1;
  });
  act(() => window.history.forward());
  await waitFor(() => expect(moves).toBe(2));
  expect([layer(), shown()]).toEqual([undefined, 'closed']);
  act(() => window.history.back());
  await waitFor(() => expect(window.location.pathname).toBe('/logs'));
});

/** A sheet with a question over it. */
function Asking() {
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  useLeaveDeadEntry();
  useBackCloses(isSheetOpen, () => setSheetOpen(false));
  useBackCloses(isAsked, () => setAsked(false));
  const open = (): void => (isSheetOpen ? setAsked(true) : setSheetOpen(true));
  return (
    <button type="button" onClick={open} onDoubleClick={() => setSheetOpen(false)}>
      {[isSheetOpen && 'sheet', isAsked && 'question'].filter(Boolean).join(' and ')}
    </button>
  );
}

const openBoth = async () => {
  window.history.pushState({ usr: null, key: 'e', idx: 0 }, '', '/lists');
  render(
    <BrowserRouter>
      <Asking />
    </BrowserRouter>,
  );
  act(() => screen.getByRole('button').click());
  await waitFor(() => expect(layer()).toMatch(/^[\d.]+-\d+$/));
  act(() => screen.getByRole('button').click());
  await waitFor(() => expect(layer()).toMatch(/,/));
  expect(shown()).toBe('sheet and question');
};

test('given a question over a sheet, then back closes the question, and the next back the sheet', async () => {
  await openBoth();
  act(() => window.history.back());
  await waitFor(() => expect(shown()).toBe('sheet'));
  act(() => window.history.back());
  await waitFor(() => expect(shown()).toBe(''));
  expect(layer()).toBeUndefined();
});

test('given a sheet that closes under its question, then the question closes too, and no entry of theirs is left', async () => {
  await openBoth();
  fireEvent.doubleClick(screen.getByRole('button'));
  await waitFor(() => expect(shown()).toBe(''));
  await waitFor(() => expect(layer()).toBeUndefined());
});
