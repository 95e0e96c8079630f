import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { makePendingInvitation } from '../../../src/app/pendingInvitation';
import { DEMO_REFUSAL } from '../../../src/contract/demoRefusal';
import { problem, renderApp } from '../../support/renderApp';
import { openAccount } from '../../support/screenServer';

afterEach(() => sessionStorage.clear());

const INVITATION = { data: { list: { name: 'Weekend', icon: 'steak' }, from: 'Ania' } };

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

test('given an invited person without a name, when they save none, then the field says that it is missing', async () => {
  const invitation = makePendingInvitation(window);
  invitation.hold('Ab_-9');
  const { user } = await renderApp({
    invitation,
    answer: (path) => (path === '/invites/preview' ? Response.json(INVITATION) : undefined),
  });
  const sheet = await screen.findByRole('dialog', { name: 'Zaproszenie do listy' });
  await user.click(await within(sheet).findByRole('button', { name: 'Zapisz imię' }));
  expect(within(sheet).getByRole('alert').textContent).toBe('Podaj imię.');
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
    expect(within(sheet).queryByRole('alert')).toBeNull();
    await user.keyboard('{Enter}');
    expect(within(sheet).getByRole('alert').textContent).toBe('To nie jest link z zaproszeniem. Wklej cały link.');
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
