import { afterEach, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { REFUSALS_SEEN_KEY } from '../../../src/contract/storageKeys';
import { addRefusalsSeen } from '../../../src/features/refusalsSeen';
import { addList } from '../../../src/store/acts/rowThunks';
import { refusalId, selectRefusals } from '../../../src/store/view/viewSelectors';
import { type AppOptions, problem, renderApp } from '../../support/renderApp';
import { openAccount } from '../../support/screenServer';

afterEach(() => localStorage.clear());

const HOUR_MS = 60 * 60 * 1000;

const line = () => document.querySelector('[data-tone]')?.textContent;

const open = (account: NonNullable<AppOptions['account']>, hours: number) =>
  renderApp({
    account,
    ports: { now: () => Date.now() + hours * HOUR_MS },
    answer: (path, { method }) => (method === 'POST' && path === '/lists' ? problem(400, 'no pills') : undefined),
  });

const makeRefused = async ({ store }: Awaited<ReturnType<typeof open>>) => {
  act(() => void store.dispatch(addList({ name: 'Apteka', icon: 'pill' })));
  await waitFor(() => expect(line()).toBe('1 zmiany nie przyjęto'));
};

const seeOnLogs = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  await user.click(screen.getByRole('link', { name: '1 zmiany nie przyjęto' }));
  await screen.findByText(/no pills/);
  await user.click(screen.getByRole('link', { name: 'Wróć' }));
  await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
};

test('given a refused change that was seen while the clock was ahead, when it is right again, then a new one is told', async () => {
  const app = await open(await openAccount(), 24);
  await makeRefused(app);
  await seeOnLogs(app);
  cleanup();
  await makeRefused(await open(await openAccount(), 0));
});

test('given changes that the server refuses, when the round is over, then their number is announced once', async () => {
  const app = await open(await openAccount(), 0);
  const heard = new Set<string>();
  const ears = new MutationObserver(() => heard.add(screen.queryByRole('status')?.textContent ?? ''));
  ears.observe(document.body, { childList: true, characterData: true, subtree: true });
  act(() => {
    app.store.dispatch(addList({ name: 'Apteka', icon: 'pill' }));
    app.store.dispatch(addList({ name: 'Warzywniak', icon: 'tomato' }));
  });
  await waitFor(() => expect(line()).toBe('2 zmian nie przyjęto'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 zmian nie przyjęto'));
  ears.disconnect();
  expect([...heard].filter((text) => text.includes('nie przyjęto'))).toEqual(['2 zmian nie przyjęto']);
});

test('given a refused change that was seen on Logs, when another one is refused, then only that one is announced', async () => {
  const app = await open(await openAccount(), 0);
  await makeRefused(app);
  await seeOnLogs(app);
  const heard = new Set<string>();
  const ears = new MutationObserver(() => heard.add(screen.queryByRole('status')?.textContent ?? ''));
  ears.observe(document.body, { childList: true, characterData: true, subtree: true });
  await makeRefused(app);
  await waitFor(() => expect([...heard].filter((text) => text.includes('nie przyjęto'))).toHaveLength(1));
  ears.disconnect();
  expect(heard).toContain('1 zmiany nie przyjęto');
});

test('given a refused change that nobody has seen, when another person of this device sees a later one, then it is told still', async () => {
  const ola = await openAccount();
  await makeRefused(await open(ola, 0));
  cleanup();
  const app = await open(await openAccount(), 1);
  await makeRefused(app);
  await seeOnLogs(app);
  cleanup();
  await open(ola, 2);
  await waitFor(() => expect(line()).toBe('1 zmiany nie przyjęto'));
});

test('given a refused change, when it is seen on Logs in another tab, then this tab does not tell it any more', async () => {
  const app = await open(await openAccount(), 0);
  await makeRefused(app);
  act(() => {
    addRefusalsSeen(selectRefusals(app.store.getState()).map(refusalId));
    window.dispatchEvent(new StorageEvent('storage', { key: REFUSALS_SEEN_KEY }));
  });
  await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
});
