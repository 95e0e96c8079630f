import { afterEach, expect, jest, test } from '@jest/globals';
import { makePendingInvitation } from '../../src/app/pendingInvitation';

afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

test('a link that is opened in the tab where the app runs is taken too', () => {
  const held = makePendingInvitation(window);
  history.replaceState(null, '', '/lists#invite=later');
  window.dispatchEvent(new HashChangeEvent('hashchange'));
  expect([held.code(), location.hash]).toEqual(['later', '']);
});

test('the code of a link leaves the address at once, waits through a sign-in, and goes when it is put away', () => {
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
