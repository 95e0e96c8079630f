import { afterEach, expect, jest, test } from '@jest/globals';
import { makePendingInvitation } from '../../src/app/pendingInvitation';

afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

test('given a running app, when an invitation link opens in its tab, then the code is kept', () => {
  const held = makePendingInvitation(window);
  history.replaceState(null, '', '/lists#invite=later');
  window.dispatchEvent(new HashChangeEvent('hashchange'));
  expect([held.code(), location.hash]).toEqual(['later', '']);
});

test('the code is removed from the address at once, survives a sign-in, and is deleted when the invitation is dismissed', () => {
  history.replaceState(null, '', '/lists?a=1#invite=Ab_-9');
  const held = makePendingInvitation(window);
  expect(location.href.endsWith('/lists?a=1')).toBe(true);
  expect(held.code()).toBe('Ab_-9');
  expect(makePendingInvitation(window).code()).toBe('Ab_-9');
  const listener = jest.fn();
  held.subscribe(listener);
  held.hold(null);
  expect([held.code(), listener.mock.calls.length]).toEqual([null, 1]);
  expect(makePendingInvitation(window).code()).toBeNull();
});

test.each(['#invite=', '#invite=%%%'])(
  'given a link with a broken code (%s), then it is removed from the address and kept as a broken one',
  (hash) => {
    history.replaceState(null, '', `/lists${hash}`);
    const held = makePendingInvitation(window);
    expect([held.code(), location.hash]).toEqual(['', '']);
    expect(makePendingInvitation(window).code()).toBe('');
    held.hold(null);
    expect(makePendingInvitation(window).code()).toBeNull();
  },
);
