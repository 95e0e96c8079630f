import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { deleteList } from '../../../src/store/acts/rowThunks';
import { selectList, selectListIds } from '../../../src/store/view/viewSelectors';
import { gate } from '../../support/gate';
import { type AppOptions, problem, renderApp } from '../../support/renderApp';
import { pass, stopTime } from '../../support/stillTime';

afterEach(() => {
  jest.useRealTimers();
});

/** A removed list is brought back from the account's group on Logs. */

const TWO: AppOptions['lists'] = [
  { name: 'Zakupy', items: ['mleko', 'ser', 'chleb'] },
  { name: ' ', icon: 'pill', items: ['syrop'] },
];

interface Options {
  readonly lists?: AppOptions['lists'];
  /** What comes instead of the server's answer. */
  readonly answer?: AppOptions['answer'];
}

/** Logs, after other devices have removed all lists. */
const open = async ({ lists = TWO, answer }: Options = {}) => {
  const app = await renderApp({ route: '/logs', lists, ...(answer && { answer }) });
  for (const { listId } of app.lists) await app.account.remove('lists', listId);
  return app;
};
const button = () => screen.findByRole('button', { name: 'Przywróć usuniętą listę' });
const expectText = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
describe('a removed list', () => {
  test('is shown with name, number of items and day, and restored; then a whole pull follows', async () => {
    const { user, requests, store } = await open();
    await user.click(await button());
    await screen.findByRole('dialog', { name: 'Którą listę przywrócić?' });
    expect(
      screen.getByRole('button', { name: /^Nazwa listy · 1 produkt · usunięta \d+\u00a0\p{L}{3}\u00a0\d{4}$/u }),
    ).toBeTruthy();
    const before = requests.length;
    await user.click(
      screen.getByRole('button', { name: /^Zakupy · 3 produkty · usunięta \d+\u00a0\p{L}{3}\u00a0\d{4}$/u }),
    );
    await expectText('Przywrócono listę „Zakupy”.');
    // It comes back under a new id, because a removed one stays removed.
    const lists = () => selectListIds(store.getState()).map((id) => selectList(store.getState(), id)?.name);
    await waitFor(() => expect(lists()).toEqual(['Zakupy']));
    expect(requests.slice(before).some(({ path }) => path.startsWith('/lists?'))).toBe(true);
  });

  test('that another device has restored meanwhile is told to be back', async () => {
    const { user, account, listAt } = await open();
    await user.click(await button());
    const zakupy = await screen.findByRole('button', { name: /^Zakupy/ });
    await account.bringBack(listAt(0));
    await user.click(zakupy);
    await expectText('Przywrócono listę „Zakupy”.');
  });

  test('that is not kept any more is reported', async () => {
    const { user } = await open({ answer: (path) => (path.endsWith('/restore') ? problem(404, 'no') : undefined) });
    await user.click(await button());
    await user.click(await screen.findByRole('button', { name: /^Zakupy/ }));
    await expectText('Tej listy nie można już przywrócić.');
  });

  test('given a server that answers 500, then the failure is reported', async () => {
    const { user } = await open({ answer: (path) => (path.endsWith('/restore') ? problem(500, 'no') : undefined) });
    await user.click(await button());
    await user.click(await screen.findByRole('button', { name: /^Zakupy/ }));
    await expectText('Nie udało się. Spróbuj ponownie za chwilę.');
  });

  test('given a full account, when a list is restored, then nobody is told to try again', async () => {
    const { user } = await open({ answer: (path) => (path.endsWith('/restore') ? problem(400, 'full') : undefined) });
    await user.click(await button());
    await user.click(await screen.findByRole('button', { name: /^Zakupy/ }));
    await expectText('Serwer nie przyjął listy „Zakupy”.');
  });

  test('given a slow answer, when the person types in another dialog by then, then nothing is asked over it', async () => {
    const slow = gate();
    const app: Awaited<ReturnType<typeof open>> = await open({
      answer: async (path, init) => {
        if (path !== '/lists/removed') return undefined;
        await slow.opened;
        return app.pass(path, init);
      },
    });
    const { user } = app;
    await user.click(await button());
    await user.click(screen.getByRole('button', { name: 'Zmień hasło' }));
    const field = within(await screen.findByRole('dialog', { name: 'Zmień hasło' })).getByLabelText('Obecne hasło');
    await user.type(field, 'do');
    slow.open();
    await waitFor(() => expect(document.querySelector('button[aria-busy=true]')).toBeNull());
    await user.keyboard('bre');
    expect([document.activeElement, (field as HTMLInputElement).value]).toEqual([field, 'dobre']);
    expect(screen.queryByText('Którą listę przywrócić?')).toBeNull();
  });

  test.each<[string, Options, string]>([
    ['there is none', { lists: [] }, 'Nie ma usuniętych list.'],
    [
      'the answer is no list',
      { answer: (path) => (path === '/lists/removed' ? Response.json({}) : undefined) },
      'Nie udało się. Spróbuj ponownie za chwilę.',
    ],
  ])('where %s, nothing is asked', async (_name, options, text) => {
    const { user } = await open(options);
    await user.click(await button());
    await expectText(text);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that was removed here a moment ago is sent first, and is among them', async () => {
    const { user, store, listAt } = await renderApp({ route: '/logs', lists: TWO });
    act(() => void store.dispatch(deleteList(listAt(0))));
    await user.click(await button());
    expect(await screen.findByRole('button', { name: /^Zakupy · 3 produkty/ })).toBeTruthy();
  });

  test('given a server that hangs on the round, then the question does not wait for it for ever', async () => {
    const held = gate();
    let isHung = false;
    const { store, listAt, requests } = await renderApp({
      route: '/logs',
      lists: TWO,
      answer: (path) => (isHung && /^\/list(s|-items)\?/.test(path) ? held.opened.then(() => undefined) : undefined),
    });
    const opener = await button();
    isHung = true;
    stopTime();
    act(() => void store.dispatch(deleteList(listAt(0))));
    fireEvent.click(opener);
    const isAsked = (): boolean => requests.some(({ path }) => path === '/lists/removed');
    await act(() => pass(4000));
    expect(isAsked()).toBe(false);
    await act(() => pass(1000));
    expect(isAsked()).toBe(true);
    held.open();
  });

  test('given a network that goes while the lists are shown, then the choice says that it needs one', async () => {
    const { user, setOnline } = await open();
    await user.click(await button());
    const zakupy = await screen.findByRole('button', { name: /^Zakupy/ });
    act(() => setOnline(false));
    await user.click(zakupy);
    await expectText('Do przywrócenia listy potrzebne jest połączenie z internetem.');
  });

  test('needs the internet', async () => {
    const { user, setOnline } = await open();
    const opener = await button();
    setOnline(false);
    await user.click(opener);
    await expectText('Do przywrócenia listy potrzebne jest połączenie z internetem.');
  });

  test('can be restored only with a provider that announces it', async () => {
    await open({ answer: (path) => (path === '/capabilities' ? Response.json({}) : undefined) });
    await screen.findByRole('button', { name: 'Wyloguj' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Przywróć usuniętą listę' })).toBeNull());
  });
});
