import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';

let tries = 0;
jest.unstable_mockModule('../../src/app/UpdateOffer', () => {
  tries += 1;
  throw new Error('gone from the server');
});
const { renderApp } = await import('../support/renderApp');
const { fetchChunk } = await import('../../src/device/fetchChunk');

test('given a newer version whose offer cannot be loaded, then the app stays as it is', async () => {
  let offer = (): void => undefined;
  await renderApp({
    lists: [{ name: 'Apteka' }],
    watchUpdates: (onUpdate) => {
      offer = () => onUpdate(() => undefined);
    },
  });
  await screen.findByRole('link', { name: /^Apteka/ });
  act(() => offer());
  // It ends after the app's own two tries, which began before.
  await act(async () => expect(fetchChunk(() => import('../../src/app/UpdateOffer'))).rejects.toThrow('gone'));
  expect(tries).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: /^Apteka/ })).toBeTruthy();
});
