import { expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import * as routes from '../../src/app/AppRoutes';

/** The shell renders all screens again whenever it renders. */
let drawn = 0;
const { AppRoutes } = routes;
function CountedRoutes(props: Parameters<typeof AppRoutes>[0]) {
  drawn += 1;
  return <AppRoutes {...props} />;
}
jest.unstable_mockModule('../../src/app/AppRoutes', () => ({ AppRoutes: CountedRoutes }));
const { field, openList } = await import('../features/list/openedList');
const { forceSync } = await import('../../src/store/acts/forceSync');

test('neither a sync round nor the focus in a field draws all screens again', async () => {
  const app = await openList(['mleko', 'chleb']);
  const before = drawn;

  act(() => field(0).focus());
  await act(() => app.store.dispatch(forceSync()));
  act(() => field(1).focus());

  expect(before).toBeGreaterThan(0);
  expect(drawn - before).toBe(0);
});
