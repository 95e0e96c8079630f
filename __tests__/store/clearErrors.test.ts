import { expect, test } from '@jest/globals';
import { clearErrors } from '../../src/store/acts/clearErrors';
import { errorRaised } from '../../src/store/state/errorsSlice';
import { openBrowser } from '../support/browserWorld';

test('raised errors are cleared; without one no action is dispatched', async () => {
  const { store } = await openBrowser().openTab();
  store.dispatch(errorRaised({ id: 'noConnectionError', reason: 'offline' }));
  const raised = store.getState();
  let dispatched = 0;
  store.subscribe(() => {
    dispatched += 1;
  });
  store.dispatch(clearErrors(['storageError', 'syncManagerPullError']));
  expect(dispatched).toBe(0);
  expect(store.getState()).toBe(raised);
  store.dispatch(clearErrors(['storageError', 'noConnectionError']));
  expect(dispatched).toBe(1);
  expect(store.getState().errors).toEqual([]);
});
