import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';

/** A part of a screen whose code is lost on the way, as in a tunnel before the app is stored on the device. */

const QrPicture = ({ label }: { readonly label: string }) => <svg role="img" aria-label={label} />;
let fetches = 0;
jest.unstable_mockModule('../../../src/features/listActions/QrPicture', () => {
  fetches += 1;
  if (fetches === 1) throw new TypeError('Failed to fetch dynamically imported module');
  return { QrPicture };
});
const { renderApp } = await import('../../support/renderApp');
const { openAccount } = await import('../../support/screenServer');

test('given a new invitation, when the code of its picture is lost, then the app stays, and it is fetched again', async () => {
  const account = await openAccount();
  await account.tellName('Ania');
  const { user, store } = await renderApp({ account, lists: [{ name: 'Weekend' }] });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  await user.click(await within(sheet).findByRole('button', { name: 'Zaproś' }));
  expect(await within(sheet).findByLabelText('Link z zaproszeniem')).toBeTruthy();
  expect(await within(sheet).findByRole('img', { name: 'Kod QR z zaproszeniem' })).toBeTruthy();
  expect(fetches).toBe(2);
});
