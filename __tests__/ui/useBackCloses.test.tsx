import { expect, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
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
  window.history.pushState({ usr: { layer: 'of an earlier page' }, key: 'b', idx: 1 }, '', '/lists');
  render(
    <BrowserRouter>
      <Page isOpenAtOnce={isOpenAtOnce} />
    </BrowserRouter>,
  );
};
const layer = () => (window.history.state as { usr: { layer?: string } | null }).usr?.layer;
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
