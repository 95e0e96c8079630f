import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { v7 as newUuid } from 'uuid';
import { makePendingInvitation } from '../../../src/app/pendingInvitation';
import { DEMO_REFUSAL } from '../../../src/contract/demoRefusal';
import { problem, renderApp } from '../../support/renderApp';
import { openAccount } from '../../support/screenServer';
import { passUntil, stopTime } from '../../support/stillTime';

afterEach(() => {
  jest.useRealTimers();
  sessionStorage.clear();
});

const INVITATION = { data: { list: { name: 'Weekend', icon: 'steak' }, from: 'Ania' } };

/** The sheet of an invitation, over the lists of a person without a name. */
const openSheet = async () => {
  const invitation = makePendingInvitation(window);
  invitation.hold('Ab_-9');
  const { user } = await renderApp({
    invitation,
    answer: (path) => (path === '/invites/preview' ? Response.json(INVITATION) : undefined),
  });
  return { user, sheet: await screen.findByRole('dialog', { name: 'Zaproszenie do listy' }) };
};

test('given a guest with an invitation, when they sign up, then the sheet lies over their lists, not over nothing', async () => {
  const invitation = makePendingInvitation(window);
  invitation.hold('Ab_-9');
  const app = await renderApp({
    isSignedIn: false,
    route: '/guest',
    invitation,
    answer: (path) => (path === '/invites/preview' ? Response.json(INVITATION) : undefined),
  });
  await waitFor(() => expect(app.store.getState().capabilities.offered.registration).toBe(true));
  expect(await screen.findByText('Zaprasza: Ania. Zaloguj się lub zarejestruj, aby dołączyć.')).toBeTruthy();
  await app.user.click(await screen.findByRole('button', { name: 'Rejestracja' }));
  await app.user.type(await screen.findByLabelText('E-mail'), 'invited@b.pl');
  await app.user.type(screen.getByLabelText('Hasło'), 'dość długie');
  await app.user.click(screen.getByRole('button', { name: 'Załóż konto' }));
  await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
  await waitFor(() => expect(app.path()).toBe('/lists'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Twoje listy', hidden: true })).toBeTruthy();
});

test.each(['/', '/no/such/page'])('given an invitation at %s, then its sheet lies over the lists', async (route) => {
  const invitation = makePendingInvitation(window);
  invitation.hold('Ab_-9');
  const app = await renderApp({
    route,
    invitation,
    answer: (path) => (path === '/invites/preview' ? Response.json(INVITATION) : undefined),
  });
  await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
  expect(app.path()).toBe('/lists');
  expect(await screen.findByRole('heading', { level: 1, name: 'Twoje listy', hidden: true })).toBeTruthy();
});

test('given a guest with an invitation, when its preview is late, then its place is taken from the start', async () => {
  const invitation = makePendingInvitation(window);
  invitation.hold('Ab_-9');
  let answer: ((response: Response) => void) | undefined;
  await renderApp({
    isSignedIn: false,
    route: '/guest',
    invitation,
    answer: (path) =>
      path === '/invites/preview'
        ? new Promise<Response>((resolve) => {
            answer = resolve;
          })
        : undefined,
  });
  const place = (await screen.findByText('Wczytywanie…')).closest('[data-taken]');
  expect(place?.contains(screen.getByLabelText('E-mail'))).toBe(false);
  await waitFor(() => expect(answer).toBeTruthy());
  answer?.(Response.json(INVITATION));
  expect(place?.contains(await screen.findByText('Weekend'))).toBe(true);
});

test('given a guest with an invitation, when it is over, then it is said as all objections are', async () => {
  const invitation = makePendingInvitation(window);
  invitation.hold('Ab_-9');
  await renderApp({
    isSignedIn: false,
    route: '/guest',
    invitation,
    answer: (path) => (path === '/invites/preview' ? problem(404, 'Not Found') : undefined),
  });
  expect((await screen.findByText('To zaproszenie już nie działa.')).closest('[role=alert]')).toBeTruthy();
});

/** The provider breaks at the first questions for a preview. */
const breaksAtFirst = (times: number) => {
  let asked = 0;
  return (path: string) => {
    if (path !== '/invites/preview') return undefined;
    asked += 1;
    return asked <= times ? problem(500, 'Internal Server Error') : Response.json(INVITATION);
  };
};

test('given a guest whose invitation has no answer, when they ask again, then the focus is at the heading before it', async () => {
  const invitation = makePendingInvitation(window);
  invitation.hold('Ab_-9');
  const { user } = await renderApp({ isSignedIn: false, route: '/guest', invitation, answer: breaksAtFirst(1) });
  await user.click(await screen.findByRole('button', { name: 'Spróbuj ponownie' }));
  await screen.findByText('Weekend');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('given an invitation that has no answer twice, then the button to ask again and the button to join get the focus', async () => {
  const invitation = makePendingInvitation(window);
  invitation.hold('Ab_-9');
  const account = await openAccount();
  await account.tellName('Ola');
  const { user } = await renderApp({ account, invitation, answer: breaksAtFirst(2) });
  const sheet = await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
  const first = await within(sheet).findByRole('button', { name: 'Spróbuj ponownie' });
  await user.click(first);
  await waitFor(() => expect(first.isConnected).toBe(false));
  const second = await within(sheet).findByRole('button', { name: 'Spróbuj ponownie' });
  expect(document.activeElement).toBe(second);
  await user.keyboard('{Enter}');
  const join = await within(sheet).findByRole('button', { name: 'Dołącz' });
  expect(document.activeElement).toBe(join);
});

test('given an invited person without a name, when they save none, then the field says that it is missing', async () => {
  const { user, sheet } = await openSheet();
  await user.click(await within(sheet).findByRole('button', { name: 'Zapisz imię' }));
  expect(within(sheet).getByRole('alert').textContent).toBe('Podaj imię.');
});

test('given an invited person without a name, when they save one, then the button to join has the focus', async () => {
  const { user, sheet } = await openSheet();
  await user.type(await within(sheet).findByLabelText('Twoje imię, widoczne dla innych'), 'Ola{Enter}');
  const join = await within(sheet).findByRole('button', { name: 'Dołącz' });
  await waitFor(() => expect(document.activeElement).toBe(join));
});

test('given an invitation, when its sheet is closed, then its words stay while it fades', async () => {
  const { user, sheet } = await openSheet();
  expect(document.activeElement).toBe(within(sheet).getByRole('heading', { name: 'Zaproszenie do listy' }));
  await within(sheet).findByText('Weekend');
  await user.click(within(sheet).getByRole('button', { name: 'Nie teraz' }));
  expect([sheet.isConnected, sheet.textContent]).toEqual([true, expect.stringContaining('Weekend')]);
  expect(within(sheet).queryByLabelText('Link z zaproszeniem')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['save a name', '/users/me', false],
  ['join', '/invites/accept', true],
])(
  'given an invited person on the demo account, when they %s, then the app says why not',
  async (_act, refused, hasName) => {
    const invitation = makePendingInvitation(window);
    invitation.hold('Ab_-9');
    const account = await openAccount();
    if (hasName) await account.tellName('Ola');
    const { user } = await renderApp({
      account,
      invitation,
      answer: (path, { method }) => {
        if (path === '/invites/preview') return Response.json(INVITATION);
        return path === refused && method !== 'GET' ? problem(400, DEMO_REFUSAL) : undefined;
      },
    });
    const sheet = await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
    if (hasName) await user.click(await within(sheet).findByRole('button', { name: 'Dołącz' }));
    else await user.type(await within(sheet).findByLabelText('Twoje imię, widoczne dla innych'), 'Ola{Enter}');
    const said = await screen.findAllByText('Na koncie demo tego nie można zrobić. Załóż własne konto.');
    expect(said.length).toBeGreaterThan(0);
  },
);

test('given an invitation that ends after its preview, when the person joins, then the sheet says that it is over', async () => {
  const invitation = makePendingInvitation(window);
  invitation.hold('Ab_-9');
  const account = await openAccount();
  await account.tellName('Ola');
  const { user } = await renderApp({
    account,
    invitation,
    answer: (path) => {
      if (path === '/invites/preview') return Response.json(INVITATION);
      return path === '/invites/accept' ? problem(404, 'Not Found') : undefined;
    },
  });
  const sheet = await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
  await user.click(await within(sheet).findByRole('button', { name: 'Dołącz' }));
  await waitFor(() => expect(within(sheet).queryByRole('button', { name: 'Dołącz' })).toBeNull());
  expect(within(sheet).getByRole('alert').textContent).toBe('To zaproszenie już nie działa.');
  expect(screen.queryByText('Nie masz już dostępu do tej listy.')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Zamknij');
});

test.each([false, true])(
  'given an invitation by somebody whose name is long and has no spaces, then the name may break (signed in: %p)',
  async (isSignedIn) => {
    const invitation = makePendingInvitation(window);
    invitation.hold('Ab_-9');
    const from = 'a'.repeat(40);
    await renderApp({
      isSignedIn,
      invitation,
      answer: (path) =>
        path === '/invites/preview' ? Response.json({ data: { ...INVITATION.data, from } }) : undefined,
    });
    const words = (await screen.findByText(new RegExp(`^Zaprasza: ${from}`))).parentElement as HTMLElement;
    expect(getComputedStyle(words).overflowWrap).toBe('anywhere');
  },
);

describe('given somebody who has a link to paste', () => {
  const LINK = 'Zapraszam: https://listy.test/#invite=Ab_-9';
  const open = async () => {
    const { user, store } = await renderApp({
      lists: [{ name: 'Zakupy' }],
      invitation: makePendingInvitation(window),
      answer: (path) => (path === '/invites/preview' ? Response.json(INVITATION) : undefined),
    });
    await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
    await user.click(await screen.findByRole('button', { name: 'Wklej zaproszenie' }));
    const sheet = await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
    const field = within(sheet).getByLabelText<HTMLInputElement>('Link z zaproszeniem');
    await waitFor(() => expect(document.activeElement).toBe(field));
    return { user, sheet, field };
  };

  test('when the sheet opens, then its field has the focus, and a paste is taken at once', async () => {
    const { user, sheet } = await open();
    await user.paste(LINK);
    expect(await within(sheet).findByText('Weekend')).toBeTruthy();
  });

  test('when a link is typed, then it is taken as a whole, by the button', async () => {
    const { user, sheet, field } = await open();
    await user.type(field, LINK);
    expect(field.value).toBe(LINK);
    await user.click(within(sheet).getByRole('button', { name: 'Dalej' }));
    expect(await within(sheet).findByText('Weekend')).toBeTruthy();
  });

  test.each(['', 'Ab_-9', 'to nie link'])('when "%s" is sent, then the field says what is wrong', async (text) => {
    const { user, sheet, field } = await open();
    if (text !== '') await user.keyboard(text);
    expect(within(sheet).getByRole('alert').textContent).toBe('');
    await user.keyboard('{Enter}');
    expect(within(sheet).getByRole('alert').textContent).toBe('To nie jest link z\u00a0zaproszeniem. Wklej cały link.');
    expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
  });
});

test('given an invitation that is over, then its sheet is closed, not put off', async () => {
  const invitation = makePendingInvitation(window);
  invitation.hold('Ab_-9');
  const { user } = await renderApp({ invitation });
  const sheet = await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
  await within(sheet).findByText('To zaproszenie już nie działa.');
  await user.click(within(sheet).getByText('Zamknij', { selector: 'button' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(invitation.code()).toBeNull();
});

test.each([false, true])(
  'given a link with a broken code, then the app says that it does not work, without asking (signed in: %p)',
  async (isSignedIn) => {
    const invitation = makePendingInvitation(window);
    invitation.hold('');
    const { requests } = await renderApp({ isSignedIn, invitation });
    expect(await screen.findByText('To zaproszenie już nie działa.')).toBeTruthy();
    expect(requests.map(({ path }) => path)).not.toContain('/invites/preview');
  },
);

describe('given a person who opened an invitation', () => {
  const opened = async (preview: () => Response | undefined, isOnline = true, isSignedIn = true) => {
    const invitation = makePendingInvitation(window);
    invitation.hold('Ab_-9');
    return renderApp({
      invitation,
      isSignedIn,
      isOnline,
      answer: (path) => (path === '/invites/preview' ? preview() : undefined),
    });
  };

  test('when there is no network, then that is said, and the invitation comes by itself once there is one', async () => {
    const { setOnline, requests } = await opened(() => Response.json(INVITATION), false);
    const sheet = await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
    expect(await within(sheet).findByText(/^Dołączanie wymaga internetu\./)).toBeTruthy();
    expect(within(sheet).queryByRole('button', { name: 'Spróbuj ponownie' })).toBeNull();
    expect(requests.some(({ path }) => path === '/invites/preview')).toBe(false);
    act(() => setOnline(true));
    expect(await within(sheet).findByText('Weekend')).toBeTruthy();
  });

  test.each([true, false])(
    'when the server does not answer, then a press asks again (signed in: %p)',
    async (isSignedIn) => {
      let isUp = false;
      const { user } = await opened(() => (isUp ? Response.json(INVITATION) : problem(503, 'Down')), true, isSignedIn);
      expect(await screen.findByText('Serwer nie odpowiada.')).toBeTruthy();
      isUp = true;
      await user.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
      expect(await screen.findByText('Weekend')).toBeTruthy();
      expect(screen.queryByText('Serwer nie odpowiada.')).toBeNull();
    },
  );

  test('given a network that goes while the invitation is shown, then saving a name says that it needs one', async () => {
    const { user, setOnline } = await opened(() => Response.json(INVITATION));
    const sheet = await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
    await within(sheet).findByText('Weekend');
    act(() => setOnline(false));
    await user.type(within(sheet).getByLabelText('Twoje imię, widoczne dla innych'), 'Ola{Enter}');
    expect((await screen.findAllByText('Do tego potrzebne jest połączenie z internetem.')).length).toBeGreaterThan(0);
  });

  test('given a network that goes during the request, then the text says that it needs one', async () => {
    const invitation = makePendingInvitation(window);
    invitation.hold('Ab_-9');
    let goOffline = (): void => undefined;
    const { user, setOnline } = await renderApp({
      invitation,
      answer: (path, { method }) => {
        if (path === '/invites/preview') return Response.json(INVITATION);
        if (path !== '/users/me' || method !== 'PUT') return undefined;
        goOffline();
        return problem(503, 'Down');
      },
    });
    goOffline = () => act(() => setOnline(false));
    const sheet = await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
    await user.type(await within(sheet).findByLabelText('Twoje imię, widoczne dla innych'), 'Ola{Enter}');
    expect((await screen.findAllByText('Do tego potrzebne jest połączenie z internetem.')).length).toBeGreaterThan(0);
  });

  test('when the joined list does not come, then the sheet closes over Lists, without saying that the list is gone', async () => {
    const invitation = makePendingInvitation(window);
    invitation.hold('Ab_-9');
    const account = await openAccount();
    await account.tellName('Ola');
    const { path } = await renderApp({
      account,
      invitation,
      answer: (asked) => {
        if (asked === '/invites/preview') return Response.json(INVITATION);
        return asked === '/invites/accept' ? Response.json({ data: { uuid: newUuid() } }) : undefined;
      },
    });
    const sheet = await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
    const join = await within(sheet).findByRole('button', { name: 'Dołącz' });
    stopTime();
    fireEvent.click(join);
    await passUntil(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(path()).toBe('/lists');
    expect(screen.queryByText('Tej listy już nie ma.')).toBeNull();
  });
});
