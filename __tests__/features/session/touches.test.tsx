import { expect, test } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { selectTouches } from '../../../src/store/state/syncSlice';
import { renderApp } from '../../support/renderApp';

test('given many touches and keys, then the store gets an action now and then, not for each', async () => {
  const { store } = await renderApp();
  expect(selectTouches(store.getState())).toBe(0);
  fireEvent.pointerDown(document.body);
  for (let key = 0; key < 20; key += 1) fireEvent.keyDown(document.body, { key: 'a' });
  expect(selectTouches(store.getState())).toBe(1);
});
