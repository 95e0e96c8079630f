import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { loadUser } from '../../../src/store/session/sessionThunks';
import { PASSWORD, problem, renderApp } from '../../support/renderApp';

/** The account's group on Logs, where the provider keeps accounts. */

interface Provider {
  readonly account?: boolean;
  readonly isOnline?: boolean;
  readonly answers?: Readonly<Record<string, () => Response>>;
}

const ONLINE_ONLY = [
  'Zmień hasło',
  'Zmień imię',
  'Zakończ sesje na innych urządzeniach',
  'Pobierz moje dane',
  'Usuń konto',
];

const login = (jwt: string) => Response.json({ jwt, user: { id: 1, username: 'ola', email: 'ola@example.com' } });

const open = async ({ account = true, isOnline = true, answers = {} }: Provider = {}) => {
  const app = await renderApp({
    route: '/logs',
    answer: (path, init) => {
      if (path === '/capabilities') return Response.json({ account });
      if (path === '/auth/logout') return Response.json({});
      return answers[`${init.method} ${path}`]?.() ?? answers[path]?.();
    },
  });
  await screen.findByRole('button', { name: 'Wyloguj' });
  if (!isOnline) app.setOnline(false);
  const sent = (path: string) =>
    app.requests
      .filter((request) => request.path === path)
      .map(({ init }) => [
        new Headers(init.headers).get('Authorization'),
        typeof init.body === 'string' ? JSON.parse(init.body) : null,
      ]);
  return { ...app, sent };
};
const button = (name: string) => screen.findByRole('button', { name });
const told = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);

const changePassword = async ({ user }: Awaited<ReturnType<typeof open>>, current: string, next: string) => {
  await user.click(await button('Zmień hasło'));
  const dialog = await screen.findByRole('dialog', { name: 'Zmień hasło' });
  await user.type(within(dialog).getByLabelText('Obecne hasło'), current);
  await user.type(within(dialog).getByLabelText('Nowe hasło'), next);
  await user.click(within(dialog).getByRole('button', { name: 'Zmień hasło' }));
  return dialog;
};

describe('the password', () => {
  test('is changed, the rule said before; this device goes on with a new token', async () => {
    const app = await open({ answers: { '/auth/change-password': () => login('a new token') } });
    await changePassword(app, PASSWORD, 'zupełnie nowe hasło');
    await told('Zmieniono hasło. Inne urządzenia zostały wylogowane.');
    expect(app.sent('/auth/change-password')).toEqual([
      [
        'Bearer a token',
        {
          currentPassword: PASSWORD,
          password: 'zupełnie nowe hasło',
          passwordConfirmation: 'zupełnie nowe hasło',
        },
      ],
    ]);
    expect(app.stored.token).toBe('a new token');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    ['The provided current password is invalid', 400, 'To nie jest obecne hasło.', 'Obecne hasło'],
    ['password must be at least 8 characters', 400, 'Hasło musi mieć co najmniej 8 znaków.', 'Nowe hasło'],
    ['password is too common', 400, 'To hasło jest zbyt popularne. Wybierz inne.', 'Nowe hasło'],
    [
      'Your new password must be different than your current password',
      400,
      'Nowe hasło jest takie samo jak obecne.',
      'Nowe hasło',
    ],
    ['Too many requests', 429, 'Za dużo prób. Spróbuj ponownie później.', null],
    ['Internal Server Error', 500, 'Nie udało się. Spróbuj ponownie za chwilę.', null],
  ])('stays, and what was typed too, given "%s"', async (message, status, text, field) => {
    const app = await open({ answers: { '/auth/change-password': () => problem(status, message) } });
    const dialog = await changePassword(app, 'obecne', 'nowe');
    expect(within(dialog).getByRole('alert').textContent).toBe(text);
    if (field) expect(document.activeElement).toBe(within(dialog).getByLabelText(field));
    expect((within(dialog).getByLabelText('Nowe hasło') as HTMLInputElement).value).toBe('nowe');
    expect(app.stored.token).toBe('a token');
    const hint = within(dialog).getByLabelText('Nowe hasło').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(hint)?.textContent).toMatch(/^Co najmniej 8 znaków/);
  });
});

describe('the name', () => {
  test('is shown, and changed for all to see', async () => {
    const app = await open({ answers: {} });
    await told('Nie podano');
    await app.user.click(await button('Zmień imię'));
    const dialog = await screen.findByRole('dialog', { name: 'Zmień imię' });
    await app.user.type(within(dialog).getByLabelText('Twoje imię, widoczne dla innych'), 'Ola');
    await app.user.click(within(dialog).getByRole('button', { name: 'Zapisz imię' }));
    await told('Zapisano imię.');
    expect(app.sent('/users/me').at(-1)?.[1]).toEqual({ name: 'Ola' });
  });
});

describe('signing out', () => {
  test('of the other devices keeps this one signed in', async () => {
    const app = await open({ answers: { '/auth/logout-others': () => login('same session') } });
    await app.user.click(await button('Zakończ sesje na innych urządzeniach'));
    await told('Zakończono sesje na innych urządzeniach.');
    expect(app.stored.token).toBe('same session');
  });

  test('ends the session at the server too, after it is gone here', async () => {
    const app = await open();
    await app.user.click(await button('Wyloguj'));
    await screen.findByRole('heading', { name: 'Logowanie' });
    expect(app.stored.token).toBeNull();
    expect(app.sent('/auth/logout')).toEqual([['Bearer a token', {}]]);
  });

  test('without a network says that the server’s session ends by itself', async () => {
    const app = await open({ isOnline: false });
    await app.user.click(await button('Wyloguj'));
    await told('Wylogowano na tym urządzeniu. Na serwerze sesja wygaśnie sama.');
    expect(app.sent('/auth/logout')).toEqual([]);
  });
});

describe('what the server holds', () => {
  const saved = () => {
    const files: { name: string; text: Promise<string> }[] = [];
    let blob = new Blob();
    Object.assign(URL, {
      createObjectURL: (given: Blob) => {
        blob = given;
        return 'blob:it';
      },
      revokeObjectURL: () => undefined,
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ name: this.download, text: blob.text() });
    });
    return files;
  };
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(URL, 'createObjectURL');
    Reflect.deleteProperty(URL, 'revokeObjectURL');
  });

  test('is saved as a file of the day', async () => {
    const files = saved();
    const app = await open({ answers: { '/users/me/export': () => Response.json({ lists: [] }) } });
    await app.user.click(await button('Pobierz moje dane'));
    await told('Pobrano plik z Twoimi danymi.');
    expect(app.sent('/users/me/export')).toEqual([['Bearer a token', null]]);
    expect(files).toHaveLength(1);
    expect(files[0]?.name).toMatch(/^listy-\d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse((await files[0]?.text) ?? '')).toEqual({ lists: [] });
  });

  test.each([
    [429, 'Za dużo prób. Spróbuj ponownie później.'],
    [500, 'Nie udało się. Spróbuj ponownie za chwilę.'],
  ])('is not saved when the server answers %i', async (status, text) => {
    const files = saved();
    const app = await open({ answers: { '/users/me/export': () => problem(status, 'No') } });
    await app.user.click(await button('Pobierz moje dane'));
    await told(text);
    expect(files).toEqual([]);
  });
});

describe('the account', () => {
  const remove = async ({ user }: Awaited<ReturnType<typeof open>>, password: string) => {
    await user.click(await button('Usuń konto'));
    const dialog = await screen.findByRole('dialog', { name: 'Usuń konto' });
    await user.type(within(dialog).getByLabelText('Obecne hasło'), password);
    await user.click(within(dialog).getByRole('button', { name: 'Usuń na zawsze' }));
    return dialog;
  };

  test('is deleted with the password: this device forgets it too, and stands at the sign-in', async () => {
    const app = await open({ answers: { 'DELETE /users/me': () => Response.json({ ok: true }) } });
    const { id } = app.store.getState().session.user ?? {};
    await remove(app, PASSWORD);
    await told('Konto zostało usunięte.');
    await screen.findByRole('heading', { name: 'Logowanie' });
    expect(app.sent('/users/me').at(-1)).toEqual(['Bearer a token', { password: PASSWORD }]);
    expect([app.stored.token, app.forgotten]).toEqual([null, [id]]);
  });

  test.each([
    ['The provided current password is invalid', 400, 'To nie jest obecne hasło.'],
    ['password is a required field', 400, 'To nie jest obecne hasło.'],
    ['Too many requests', 429, 'Za dużo prób. Spróbuj ponownie później.'],
    ['Internal Server Error', 500, 'Nie udało się. Spróbuj ponownie za chwilę.'],
  ])('stays, here and there, given "%s"', async (message, status, text) => {
    const app = await open({ answers: { 'DELETE /users/me': () => problem(status, message) } });
    const dialog = await remove(app, 'nie to');
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(text));
    expect([app.stored.token, app.forgotten]).toEqual(['a token', []]);
  });

  test('that somebody else signed in beside meanwhile is left alone', async () => {
    const app = await open({
      answers: {
        'DELETE /users/me': () => {
          app.stored.token = 'a token of somebody else';
          return Response.json({ ok: true });
        },
      },
    });
    await remove(app, PASSWORD);
    await waitFor(() => expect(app.forgotten).toHaveLength(1));
    expect(app.stored.token).toBe('a token of somebody else');
  });
});

test('what needs the internet says so, and opens nothing', async () => {
  const app = await open({ isOnline: false });
  for (const name of ONLINE_ONLY) {
    await app.user.click(await button(name));
    await told('Do tego potrzebne jest połączenie z internetem.');
  }
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a provider that keeps no accounts is asked nothing of it', async () => {
  const app = await open({ account: false });
  for (const name of ONLINE_ONLY) expect(screen.queryByRole('button', { name })).toBeNull();
  await app.user.click(await button('Wyloguj'));
  await screen.findByRole('heading', { name: 'Logowanie' });
  expect(app.sent('/auth/logout')).toEqual([]);
});

test('a token that the server renewed is stored, unless somebody signed out meanwhile', async () => {
  let hold: (answer: Response) => void = () => undefined;
  const me = { id: 'x', username: 'ola', email: 'ola@example.com' };
  const renewing = () => Response.json(me, { headers: { 'X-Renewed-Token': 'renewed' } });
  const app = await renderApp({
    route: '/logs',
    isUserKnown: false,
    answer: (path) => (path === '/users/me' ? renewing() : undefined),
  });
  expect(app.stored.token).toBe('renewed');
  const late = await renderApp({
    route: '/logs',
    answer: (path) =>
      path === '/users/me'
        ? new Promise<Response>((resolve) => {
            hold = resolve;
          })
        : undefined,
  });
  await late.user.click((await screen.findAllByRole('button', { name: 'Wyloguj' })).at(-1) as HTMLElement);
  await waitFor(() => expect(late.stored.token).toBeNull());
  hold(renewing());
  // The answer is read before anything that comes after it.
  await late.store.dispatch(loadUser());
  expect(late.stored.token).toBeNull();
});
