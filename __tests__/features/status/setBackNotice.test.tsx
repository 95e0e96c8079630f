import { expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { syncEvent } from '../../../src/sync/model/syncEvents';
import { aList, insertOf } from '../../support/builders';
import { renderApp } from '../../support/renderApp';

const snack = () => document.querySelector('[data-snackbar]')?.textContent ?? null;

test('given a server that was set back, when both collections report it, then one message says so until it is closed', async () => {
  const { store } = await renderApp();
  expect(snack()).toBeNull();
  act(() => void store.dispatch(syncEvent('sync/serverSetBack', { changes: [insertOf(aList(7), 0, 'made-of-base')] })));
  const line = 'Serwer wrócił do starszej kopii. To, czego w\u00a0niej brakuje, wysyłamy z\u00a0tego urządzenia.';
  await waitFor(() => expect(snack()).toBe(line));
  fireEvent.click(screen.getByRole('button', { name: 'Zamknij powiadomienie' }));
  act(() => void store.dispatch(syncEvent('sync/serverSetBack', { changes: [insertOf(aList(8), 0, 'made-of-base')] })));
  expect(snack()).toBeNull();
});
