import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { forceSync } from '../../../src/store/acts/forceSync';
import { addItem, addList } from '../../../src/store/acts/rowThunks';
import { errorRaised, errorsCleared } from '../../../src/store/state/errorsSlice';
import { selectRecoveryOffers } from '../../../src/store/view/recoveryOffers';
import { selectList, selectListIds } from '../../../src/store/view/viewSelectors';
import { problem, renderApp } from '../../support/renderApp';
import { holdTimers, stopTime } from '../../support/stillTime';

afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

/** As in `SyncStatus.tsx`. */
const SLOW_AFTER_MS = 800;
const WAITING_AFTER_MS = 5000;

const snack = () => document.querySelector('[data-snackbar]')?.textContent ?? null;
const line = () => document.querySelector('[data-tone]')?.textContent;

describe('the status line', () => {
  test('does not change for a change that is being sent', async () => {
    // A slow machine must not make the sending slow.
    holdTimers(SLOW_AFTER_MS, WAITING_AFTER_MS);
    const { store, allSent } = await renderApp();
    await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
    const said = new Set<string | null | undefined>();
    const watch = new MutationObserver(() => said.add(line()));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    act(() => void store.dispatch(addList({ name: 'Apteka', icon: 'pill' })));
    expect(document.querySelector('[data-unsent]')?.getAttribute('data-unsent')).toBe('1');
    await allSent();
    await waitFor(() => expect(document.querySelector('[data-unsent="0"]')).not.toBeNull());
    watch.disconnect();
    expect([...said]).toEqual(['Wszystko zapisane']);
  });

  test('reports changes that wait for five seconds', async () => {
    const never = new Promise<Response>(() => undefined);
    const { store } = await renderApp({ answer: (_path, { method }) => (method === 'POST' ? never : undefined) });
    await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
    act(() => void store.dispatch(addList({ name: 'Apteka', icon: 'pill' })));
    await waitFor(() => expect(line()).toMatch(/^(Synchronizowanie…|1 zmiana czeka na wysłanie)$/));
  });

  test('leads to Logs for a refused change, until it was seen there', async () => {
    const app = await renderApp({
      answer: (path, { method }) => (method === 'POST' && path === '/lists' ? problem(400, 'no pills') : undefined),
    });
    await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
    act(() => void app.store.dispatch(addList({ name: 'Apteka', icon: 'pill' })));
    await app.user.click(await screen.findByRole('link', { name: '1 zmiany nie przyjęto' }));
    expect(app.path()).toBe('/logs');
    expect(await screen.findByText(/no pills/)).toBeTruthy();
    await app.user.click(screen.getByRole('link', { name: 'Wróć' }));
    await screen.findByRole('heading', { name: 'Twoje listy' });
    await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
  });

  test('given a refused change, when the line is followed, then Logs opens at the refused changes', async () => {
    const app = await renderApp({
      answer: (path, { method }) => (method === 'POST' && path === '/lists' ? problem(400, 'no pills') : undefined),
    });
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
    await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
    act(() => void app.store.dispatch(addList({ name: 'Apteka', icon: 'pill' })));
    const link = await screen.findByRole('link', { name: '1 zmiany nie przyjęto' });
    expect(link.getAttribute('href')).toBe('/logs#refused');
    await app.user.click(link);
    const heading = await screen.findByRole('heading', { name: 'Odrzucone zmiany' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(scroll.mock.contexts).toEqual([heading]);
  });

  test('counts what waits while offline', async () => {
    const { store } = await renderApp({ isOnline: false });
    await waitFor(() => expect(line()).toBe('Offline · zmiany zapisujemy na tym urządzeniu'));
    act(() => {
      const listId = store.dispatch(addList({ name: 'Apteka', icon: 'pill' }));
      for (const description of ['a', 'b', 'c', 'd']) store.dispatch(addItem(listId, { description }));
    });
    await waitFor(() => expect(line()).toBe('Offline · 5 zmian czeka na wysłanie'));
  });

  test('says that it syncs only after a while', async () => {
    const never = new Promise<Response>(() => undefined);
    await renderApp({
      isFirstStart: true,
      answer: (path) => (path.startsWith('/lists?') ? never : undefined),
    });
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).not.toBeNull());
    expect(line()).toBe('');
    await waitFor(() => expect(line()).toBe('Synchronizowanie…'));
  });
});

describe('a lost and a regained network', () => {
  test('is announced once each, offline at once', async () => {
    const { setOnline } = await renderApp();
    await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
    setOnline(false);
    expect(snack()).toBe('Jesteś offline. Możesz dalej korzystać z\u00a0list.');
    expect(screen.getByRole('alert').textContent).toBe('Jesteś offline. Możesz dalej korzystać z\u00a0list.');
  });

  test('a flickering network is announced at most once in 30 s, and what holds no more is taken back', async () => {
    const { setOnline } = await renderApp();
    await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
    const clock = jest.spyOn(performance, 'now');
    const start = performance.now();
    setOnline(false);
    expect(snack()).toBe('Jesteś offline. Możesz dalej korzystać z\u00a0list.');
    setOnline(true);
    await waitFor(() => expect(snack()).toBeNull());
    clock.mockReturnValue(start + 31_000);
    setOnline(false);
    setOnline(true);
    expect(snack()).toBe('Znów masz połączenie.');
    clock.mockReturnValue(start + 60_000);
    setOnline(false);
    await waitFor(() => expect(snack()).toBeNull());
    clock.mockReturnValue(start + 62_000);
    setOnline(true);
    setOnline(false);
    expect(snack()).toBe('Jesteś offline. Możesz dalej korzystać z\u00a0list.');
  });

  test('given an outage of a few seconds, then a screen reader hears after 30 s that it is over', async () => {
    const { setOnline } = await renderApp();
    await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
    stopTime();
    setOnline(false);
    act(() => void jest.advanceTimersByTime(8000));
    setOnline(true);
    act(() => void jest.advanceTimersByTime(21_000));
    expect(screen.getByRole('status').textContent).not.toContain('Znów masz połączenie.');
    act(() => void jest.advanceTimersByTime(9000));
    expect(screen.getByRole('status').textContent).toBe('Znów masz połączenie.');
    expect(snack()).toBeNull();
  });
});

describe('for screen readers', () => {
  test('a sync that works again after an error is announced', async () => {
    const { store, settled } = await renderApp();
    await settled();
    act(() => void store.dispatch(errorRaised({ id: 'syncManagerPullError', reason: '503' })));
    act(() => void store.dispatch(errorsCleared(['syncManagerPullError'])));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Dane są znów zsynchronizowane.'));
  });

  test('given a sync that failed, when the person returns to the app and it fails again, then only the next good round is announced', async () => {
    let isBroken = false;
    const { store, settled, setVisible } = await renderApp({
      answer: () => (isBroken ? problem(500, 'no') : undefined),
    });
    await settled();
    const said = new Set<string | null>();
    const watch = new MutationObserver(() => said.add(screen.getByRole('status').textContent));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    const hasFailedAgain = (before: number): void => {
      const { operations, errors } = store.getState();
      expect(operations.length).toBeGreaterThan(before);
      expect(operations.at(-1)?.status).toBe('error');
      expect(errors.map(({ id }) => id)).toEqual(['syncManagerPullError']);
    };
    const rounds = () => store.getState().operations.length;
    const first = rounds();
    isBroken = true;
    void store.dispatch(forceSync());
    await waitFor(() => hasFailedAgain(first));
    const second = rounds();
    setVisible(false);
    setVisible(true);
    await waitFor(() => hasFailedAgain(second));
    watch.disconnect();
    expect(said).not.toContain('Dane są znów zsynchronizowane.');
    isBroken = false;
    void store.dispatch(forceSync());
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Dane są znów zsynchronizowane.'));
  });

  test('a disk error is announced at once', async () => {
    const { store, settled } = await renderApp();
    await settled();
    act(() => void store.dispatch(errorRaised({ id: 'storageError', reason: 'QuotaExceededError' })));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Zmiany jeszcze nie są zapisane'));
    expect(screen.getByRole('button', { name: 'Zmiany jeszcze nie są zapisane' })).toBeTruthy();
  });
});

describe('a list removed elsewhere while something was added to it here', () => {
  const lose = async () => {
    const app = await renderApp({ lists: [{ name: 'Apteka', icon: 'pill' }], isOnline: false });
    const listId = app.lists[0]?.listId;
    if (!listId) throw new Error('no list');
    act(() => void app.store.dispatch(addItem(listId, { description: 'syrop' })));
    await app.account.remove('lists', listId);
    app.setOnline(true);
    const words = { selector: '[data-snackbar] *' };
    await screen.findByText(/^Lista „Apteka” została usunięta/, words);
    const question = screen.getByRole('region', { name: 'Powiadomienie' });
    return { ...app, question };
  };
  const names = ({ store }: Pick<Awaited<ReturnType<typeof lose>>, 'store'>) =>
    selectListIds(store.getState()).map((id) => selectList(store.getState(), id)?.name);

  test('can be kept as a new list', async () => {
    const app = await lose();
    await app.user.click(within(app.question).getByRole('button', { name: 'Zachowaj' }));
    expect(await screen.findByRole('link', { name: /^Apteka, .*syrop/ })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Zachowaj' })).toBeNull());
  });

  test('still waits for its answer after Esc and after a tap beside the question', async () => {
    const app = await lose();
    fireEvent.keyDown(app.question, { key: 'Escape' });
    await app.user.click(app.question.parentElement ?? app.question);
    expect(within(app.question).queryByRole('button', { name: 'Zamknij powiadomienie' })).toBeNull();
    expect(Object.keys(selectRecoveryOffers(app.store.getState()))).toHaveLength(1);
    expect(within(app.question).getByRole('button', { name: 'Zachowaj' })).toBeTruthy();
  });

  test('is offered in a bar, not a dialog, which does not take the focus from a field', async () => {
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    await lose();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement).toBe(field);
    field.remove();
  });

  test('can be discarded', async () => {
    const app = await lose();
    await app.user.click(within(app.question).getByRole('button', { name: 'Nie zachowuj' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Zachowaj' })).toBeNull());
    expect(names(app)).toEqual([]);
  });
});

test('given a disk error that was announced, when the disk works again, then nothing says any more that changes are not saved', async () => {
  const { store, settled } = await renderApp();
  await settled();
  act(() => void store.dispatch(errorRaised({ id: 'storageError', reason: 'QuotaExceededError' })));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Zmiany jeszcze nie są zapisane'));
  act(() => void store.dispatch(errorsCleared(['storageError'])));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(''));
});
