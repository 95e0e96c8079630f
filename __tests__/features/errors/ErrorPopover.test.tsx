import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { asListId } from '../../../src/contract/ids';
import { errorMessageKey } from '../../../src/features/errors/errorMessageKeys';
import { type ErrorEntry, errorRaised, errorsCleared } from '../../../src/store/state/errorsSlice';
import { renderApp, silentStream } from '../../support/renderApp';

const OFFLINE =
  'Wygląda na to, że nie masz dostępu do internetu. Dane zostaną zsynchronizowane po odzyskaniu połączenia.';
const button = () => screen.findByRole('button', { name: 'Pokaż błąd' });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test.each([
  ['noConnectionError', 'offline', 'errors.offline'],
  ['syncManagerPullError', '503', 'errors.pull'],
  ['syncManagerPushError', '503', 'errors.push'],
  ['storageError', 'QuotaExceededError: full', 'storage.full'],
  ['storageError', 'UnknownError: closing', 'storage.failed'],
  ['storageError', 'SecurityError: denied', 'storage.unavailable'],
  ['storageError', 'InvalidStateError: private', 'storage.unavailable'],
  ['somethingElse', '', 'errors.unknown'],
])('%s (%s) is reported by %s', (id, reason, key) => {
  expect(errorMessageKey({ id, reason } as ErrorEntry)).toBe(key);
});

describe('the error popover', () => {
  test('has no button while nothing is wrong', async () => {
    await renderApp({ lists: [{ name: 'Apteka' }] });
    await screen.findByRole('link', { name: /^Apteka/ });
    expect(screen.queryByRole('button', { name: 'Pokaż błąd' })).toBeNull();
  });

  test('shows the first error, and a lost connection before all others', async () => {
    const { user, store, setOnline, settled } = await renderApp({ lists: [{ name: 'Apteka' }] });
    await settled();
    store.dispatch(errorRaised({ id: 'syncManagerPushError', reason: '503' }));
    setOnline(false);
    await user.click(await button());
    expect(await screen.findByRole('dialog', { name: OFFLINE })).toBeTruthy();
  });

  test('closes itself when the error is gone', async () => {
    const { user, setOnline } = await renderApp({ isOnline: false });
    await user.click(await button());
    await screen.findByRole('dialog', { name: OFFLINE });
    setOnline(true);
    await closed();
    // Its button is gone too.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  test('closes on Escape and gives the focus back', async () => {
    const { user } = await renderApp({ isOnline: false });
    await user.click(await button());
    await screen.findByRole('dialog', { name: OFFLINE });
    await user.keyboard('{Escape}');
    await closed();
    expect(document.activeElement).toBe(await button());
  });

  test('while it closes does not take the focus from a menu that was opened meanwhile', async () => {
    const { user } = await renderApp({ isOnline: false, lists: [{ name: 'Apteka' }] });
    const more = await screen.findByRole('button', { name: 'Więcej opcji: Apteka' });
    await user.click(await button());
    await screen.findByRole('dialog', { name: OFFLINE });
    await user.keyboard('{Escape}');
    more.click();
    const menu = await screen.findByRole('dialog', { name: 'Apteka' });
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    const heading = document.activeElement;
    await waitFor(() => expect(screen.queryByText(OFFLINE)).toBeNull());
    expect(document.activeElement).toBe(heading);
  });

  test('Synchronizuj reads everything again', async () => {
    const { user, store, account, settled } = await renderApp({ lists: [{ name: 'Apteka' }], answer: silentStream });
    await settled();
    await account.add('lists', { uuid: asListId('019a0000-0000-7000-8000-00000000ffff'), name: 'Nowa', icon: 'cat' });
    store.dispatch(errorRaised({ id: 'syncManagerPullError', reason: '503' }));
    await user.click(await button());
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Synchronizuj' }));
    expect(await screen.findByRole('link', { name: /^Nowa/ })).toBeTruthy();
    await closed();
    // The error goes with the end of the round, a little after the rows have come.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pokaż błąd' })).toBeNull());
  });

  test('opens from the status line too', async () => {
    const { user, store, settled } = await renderApp({ lists: [{ name: 'Apteka' }] });
    await settled();
    store.dispatch(errorRaised({ id: 'syncManagerPullError', reason: '503' }));
    await user.click(await screen.findByRole('button', { name: 'Problem z synchronizacją' }));
    expect(await screen.findByRole('dialog', { name: /^Wystąpił błąd podczas pobierania/ })).toBeTruthy();
    store.dispatch(errorsCleared(['syncManagerPullError']));
    await closed();
  });
});
