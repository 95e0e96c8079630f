import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { type Navigator, Router } from 'react-router';
import { useLeaveGoneList } from '../../src/features/openList';
import { useBackCloses } from '../../src/ui/useBackCloses';

/** An overlay has just opened. Its history entry is there; React, on a busy device, still knows the location before it. */

const LIST = { pathname: '/lists/a', search: '', hash: '', key: 'list', state: { isAfterLists: true } };

function Page() {
  const [isOpen, setOpen] = useState(false);
  useBackCloses(isOpen, () => setOpen(false));
  const leave = useLeaveGoneList();
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {isOpen ? 'open' : 'closed'}
      </button>
      <button type="button" onClick={leave}>
        leave
      </button>
    </>
  );
}

const openOverlay = () => {
  const asked: unknown[] = [];
  const navigator: Navigator = {
    createHref: String,
    go: (steps) => void asked.push(steps),
    push: () => void asked.push('push'),
    replace: (to) => void asked.push(to),
  };
  const at = (location: typeof LIST) => (
    <Router location={location} navigator={navigator}>
      <Page />
    </Router>
  );
  const page = render(at(LIST));
  act(() => screen.getByRole('button', { name: 'closed' }).click());
  return { asked, show: (location: typeof LIST) => page.rerender(at(location)) };
};

test('when its list is deleted elsewhere, then the page goes back over the new entry too, not to the gone list', () => {
  const { asked } = openOverlay();
  act(() => screen.getByRole('button', { name: 'leave' }).click());
  expect(asked).toEqual(['push', expect.objectContaining({ pathname: '/lists' }), -2]);
});

test('when its entry is replaced before React knew it, then the overlay closes, and goes back no further', () => {
  const { asked, show } = openOverlay();
  show({ ...LIST, pathname: '/lists', key: 'lists' });
  expect(screen.queryByRole('button', { name: 'open' })).toBeNull();
  expect(asked).toEqual(['push']);
});
