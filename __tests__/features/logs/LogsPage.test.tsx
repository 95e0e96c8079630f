import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { useNavigate } from 'react-router';
import { asUserId, type ItemId } from '../../../src/contract/ids';
import { paths } from '../../../src/features/paths';
import { openUserDatabase } from '../../../src/storage/userDatabase';
import { itemEdited } from '../../../src/store/acts/intents';
import { addList } from '../../../src/store/acts/rowThunks';
import { followToken } from '../../../src/store/session/followToken';
import { logged, selectLogLines } from '../../../src/store/state/logsSlice';
import { gate } from '../../support/gate';
import { PASSWORD, problem, renderApp } from '../../support/renderApp';

const onLogs = (options: Parameters<typeof renderApp>[0] = {}) => renderApp({ route: '/logs', ...options });
const title = () => screen.findByRole('heading', { level: 1, name: 'Logi' });

/** The link of the status line. */
function ToRefusals() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(paths.refusals)}>
      to the refusals
    </button>
  );
}

describe('the log', () => {
  test('says when it is empty', async () => {
    await onLogs();
    const log = await screen.findByRole('region', { name: 'Dziennik' });
    expect(within(log).getByText('Brak wpisów')).toBeTruthy();
    expect(document.title).toBe('Logi · Listy zakupów');
  });

  test('shows time, level in words and text, newest first', async () => {
    const { store } = await onLogs();
    await title();
    const time = new Date(2026, 0, 1, 9, 8, 7, 6).getTime();
    store.dispatch(logged({ time, level: 'info', text: 'first' }));
    store.dispatch(logged({ time, level: 'error', text: 'second' }));
    const log = await screen.findByRole('list', { name: 'Logi' });
    await waitFor(() => expect(within(log).getAllByRole('listitem')).toHaveLength(2));
    expect(
      within(log)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['09:08:07.006✕ Błądsecond', '09:08:07.006Informacjafirst']);
  });

  test('is cleared by its button, and screen readers hear it', async () => {
    const { store, user } = await onLogs();
    store.dispatch(logged({ time: 0, level: 'warn', text: 'something' }));
    expect(await screen.findByText('something')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Wyczyść logi' }));
    expect(within(screen.getByRole('region', { name: 'Dziennik' })).getByText('Brak wpisów')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Brak wpisów');
  });

  test('is copied newest first, and says so', async () => {
    const { store, user } = await onLogs();
    store.dispatch(logged({ time: 0, level: 'warn', text: 'first' }));
    store.dispatch(logged({ time: 1, level: 'info', text: 'second' }));
    await screen.findByText('second');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Kopiuj' }));
    expect(await screen.findByText('Skopiowano', { selector: '[data-snackbar] *' })).toBeTruthy();
    expect(write).toHaveBeenCalledWith('1970-01-01T00:00:00.001Z info second\n1970-01-01T00:00:00.000Z warn first');
  });

  test('says when it cannot be copied', async () => {
    const { user } = await onLogs();
    await title();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Kopiuj' }));
    expect(await screen.findByText('Nie udało się skopiować', { selector: '[data-snackbar] *' })).toBeTruthy();
  });

  test('given a refused list, then it is shown by its name, and copied by its id alone', async () => {
    const { store, user } = await onLogs({
      answer: (path, init) => (path === '/lists' && init.method === 'POST' ? problem(422, 'too long') : undefined),
    });
    const listId = store.dispatch(addList({ name: 'Tajne zakupy', icon: 'cat' }));
    expect(await screen.findByText('Lista: Tajne zakupy. Powód: 422 too long')).toBeTruthy();
    const [refused, log] = [/^Odrzucone/, 'Dziennik'].map((name) => screen.getByRole('heading', { level: 2, name }));
    expect(refused?.className).toBe(log?.className);
    expect(screen.getByRole('region', { name: 'Dziennik' }).contains(refused ?? null)).toBe(false);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Kopiuj' }));
    const copied = String(write.mock.lastCall?.[0]);
    expect(copied).toContain(` refused lists ${listId} 422 too long`);
    expect(copied).not.toContain('Tajne zakupy');
  });

  test('given a disk that is slow, when another window signs the person out, then nobody reads what was refused', async () => {
    const disk = gate();
    let isSlow = false;
    const { store, stored } = await onLogs({
      answer: (path, init) => (path === '/lists' && init.method === 'POST' ? problem(422, 'too long') : undefined),
      ports: {
        openUserDatabase: (id, newId) => {
          const database = openUserDatabase(asUserId(`slow-${id}`), newId);
          const commit: typeof database.commit = (write) =>
            (isSlow ? disk.opened : Promise.resolve()).then(() => database.commit(write));
          return { ...database, commit };
        },
      },
    });
    store.dispatch(addList({ name: 'Tajne zakupy', icon: 'cat' }));
    await screen.findByText(/Tajne zakupy/);
    isSlow = true;
    store.dispatch(addList({ name: 'Apteka', icon: 'pill' }));
    stored.token = null;
    void store.dispatch(followToken());
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Konto' })).toBeNull());
    const shown = screen.queryByText(/Tajne zakupy/);
    disk.open();
    expect(shown).toBeNull();
  });

  test.each([
    ['pl', { description: 'serek' }, 'Produkt: serek. Lista: Dom. Powód: już tego tu nie ma'],
    ['en', { description: 'serek', quantity: '2' }, 'Item: serek 2. List: Dom. Reason: it is no longer here'],
  ] as const)(
    'given an item removed elsewhere, when an unsent edit of it is lost, then Logs says so in words (%s, %j)',
    async (language, fields, words) => {
      const app = await onLogs({ language, lists: [{ name: 'Dom', items: ['ser'] }], isOnline: false });
      const listId = app.listAt(0);
      const itemId = app.lists[0]?.itemIds[0] as ItemId;
      app.store.dispatch(itemEdited({ listId, itemId, fields }));
      await app.account.remove('items', itemId);
      app.setOnline(true);
      expect(await screen.findByText(words)).toBeTruthy();
    },
  );
});

test('given Logs on screen, when the link to the refused changes is followed, each time their heading gets the focus', async () => {
  const { store, user } = await onLogs({
    answer: (path, init) => (path === '/lists' && init.method === 'POST' ? problem(422, 'too long') : undefined),
    beside: <ToRefusals />,
  });
  await title();
  store.dispatch(addList({ name: 'Apteka', icon: 'pill' }));
  const heading = await screen.findByRole('heading', { name: 'Odrzucone zmiany' });
  expect(document.activeElement).not.toBe(heading);
  for (const _time of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'to the refusals' }));
    expect(document.activeElement).toBe(heading);
  }
});

describe('from Logs', () => {
  test('back leads to Lists', async () => {
    const { user, path } = await onLogs();
    await user.click(await screen.findByRole('link', { name: 'Wróć' }));
    await waitFor(() => expect(path()).toBe('/lists'));
    const heading = () => screen.getByRole('heading', { level: 1, name: 'Twoje listy' });
    await waitFor(() => expect(document.activeElement).toBe(heading()));
  });

  test('back leads a guest to the sign-in', async () => {
    const { user, path } = await onLogs({ isSignedIn: false });
    await user.click(await screen.findByRole('link', { name: 'Wróć' }));
    await waitFor(() => expect(path()).toBe('/guest'));
  });

  test('Dodaj opens the dialog for a new list on Lists', async () => {
    const { user, path } = await onLogs();
    await user.click(await screen.findByRole('button', { name: 'Dodaj listę' }));
    expect(await screen.findByRole('dialog', { name: 'Dodaj listę' })).toBeTruthy();
    expect(path()).toBe('/lists');
  });

  test('the language is switched', async () => {
    const { user } = await onLogs();
    await user.click(await screen.findByRole('button', { name: 'English' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Logs' })).toBeTruthy();
  });
});

describe('signing out', () => {
  test('given no unsent change, then it asks no question', async () => {
    const { user, path, stored } = await onLogs();
    await user.click(await screen.findByRole('button', { name: 'Wyloguj' }));
    await waitFor(() => expect(path()).toBe('/guest'));
    expect(stored.token).toBeNull();
  });

  test('given unsent changes, then it asks first, and can be cancelled', async () => {
    const { user, path, store, stored, account } = await onLogs({ isOnline: false });
    await title();
    store.dispatch(addList({ name: 'Apteka', icon: 'pill' }));
    await user.click(screen.getByRole('button', { name: 'Wyloguj' }));
    const name = 'Masz niewysłane zmiany (1). Wylogować mimo to?';
    await user.click(within(await screen.findByRole('alertdialog', { name })).getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect([path(), stored.token]).toEqual(['/logs', account.jwt]);
  });

  test('given the last round takes long, then Anuluj is disabled, and it and a second tap change nothing', async () => {
    const answer = gate();
    const { user, path, store } = await onLogs({
      answer: async (_path, { method }) => {
        if (method === 'POST') await answer.opened;
        return undefined;
      },
    });
    await title();
    store.dispatch(addList({ name: 'Apteka', icon: 'pill' }));
    await user.click(screen.getByRole('button', { name: 'Wyloguj' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.dblClick(question.getByRole('button', { name: 'Wyloguj' }));
    const cancel = question.getByRole('button', { name: 'Anuluj' });
    expect(cancel.getAttribute('aria-disabled')).toBe('true');
    await user.click(cancel);
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    answer.open();
    await waitFor(() => expect(path()).toBe('/guest'));
    expect(selectLogLines(store.getState()).filter(({ text }) => text === 'signed out')).toHaveLength(1);
  });

  test('keeps unsent changes for the same user', async () => {
    const { user, path, store, setOnline, account } = await onLogs({ isOnline: false });
    await title();
    store.dispatch(addList({ name: 'Apteka', icon: 'pill' }));
    await user.click(screen.getByRole('button', { name: 'Wyloguj' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Wyloguj' }));
    await waitFor(() => expect(path()).toBe('/guest'));
    setOnline(true);
    await user.type(await screen.findByLabelText('E-mail'), account.user.email);
    await user.type(screen.getByLabelText('Hasło'), `${PASSWORD}{Enter}`);
    expect(await screen.findByRole('link', { name: /^Apteka/ })).toBeTruthy();
  });
});
