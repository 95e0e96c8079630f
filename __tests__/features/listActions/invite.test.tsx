import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { v7 as newUuid } from 'uuid';
import { DEMO_REFUSAL } from '../../../src/contract/demoRefusal';
import { FULL_REFUSAL } from '../../../src/contract/fullRefusal';
import { asListId } from '../../../src/contract/ids';
import type { ServerRow } from '../../../src/contract/records';
import { addList } from '../../../src/store/acts/rowThunks';
import { selectListIds, selectUnsentCount } from '../../../src/store/view/viewSelectors';
import { syncEvent } from '../../../src/sync/model/syncEvents';
import { theme } from '../../../src/ui/theme';
import { gate } from '../../support/gate';
import { type AppOptions, problem, renderApp } from '../../support/renderApp';
import { openAccount } from '../../support/screenServer';
import { holdTimers } from '../../support/stillTime';

const LATER = '2099-01-01T00:00:00.000Z';

/** Inviting somebody, by keys alone. */

test('the next action has the focus', async () => {
  const { user, store } = await renderApp({ lists: [{ name: 'Weekend' }] });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  await user.type(await within(sheet).findByLabelText('Twoje imię, widoczne dla innych'), 'Ania{Enter}');
  const invite = await within(sheet).findByRole('button', { name: 'Zaproś' });
  expect(document.activeElement).toBe(invite);
  await user.keyboard('{Enter}');
  const copy = await within(sheet).findByRole('button', { name: 'Kopiuj' });
  await waitFor(() => expect(document.activeElement).toBe(copy));
  await user.keyboard('{Enter}');
  // Over the sheet: under it nobody would see it.
  const copied = await screen.findByText('Skopiowano link.', { selector: '[data-snackbar] *' });
  const place = copied.closest('section') as HTMLElement;
  expect(Number(getComputedStyle(place).zIndex)).toBeGreaterThan(theme().zIndex.modal);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('given a page without a clipboard, as on plain HTTP, when the link is copied, then the app says that it failed', async () => {
  const account = await openAccount();
  await account.tellName('Ania');
  const { user, store } = await renderApp({ account, lists: [{ name: 'Weekend' }] });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  expect(document.activeElement).toBe(within(sheet).getByRole('heading', { level: 2 }));
  await user.click(await within(sheet).findByRole('button', { name: 'Zaproś' }));
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  await user.click(await within(sheet).findByRole('button', { name: 'Kopiuj' }));
  expect(await screen.findByText('Nie udało się skopiować.', { selector: '[data-snackbar] *' })).toBeTruthy();
});

test('given a person without a name, then the sheet says what it is for; when they save none, the field says that it is missing', async () => {
  const { user, store, requests } = await renderApp({ lists: [{ name: 'Weekend' }] });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  await user.click(await within(sheet).findByRole('button', { name: 'Zapisz imię' }));
  expect(within(sheet).getByText(/^To imię widzą osoby na liście. Bez niego nie można zapraszać/)).toBeTruthy();
  expect(within(sheet).getByRole('alert').textContent).toBe('Podaj imię.');
  const field = within(sheet).getByLabelText('Twoje imię, widoczne dla innych');
  expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
  expect(requests.filter(({ init }) => init.method === 'PUT')).toEqual([]);
});

test('given a name of 41 letters, when it is saved, then none is cut: the field says that it is too long until it fits', async () => {
  const { user, store, requests } = await renderApp({ lists: [{ name: 'Weekend' }] });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  const field = await within(sheet).findByLabelText<HTMLInputElement>('Twoje imię, widoczne dla innych');
  await user.click(field);
  await user.paste('a'.repeat(41));
  await user.keyboard('{Enter}');
  expect([field.value.length, within(sheet).getByRole('alert').textContent]).toEqual([
    41,
    'Imię może mieć najwyżej 40 znaków.',
  ]);
  expect(requests.filter(({ init }) => init.method === 'PUT')).toEqual([]);
  await user.clear(field);
  await user.paste('ó'.repeat(40));
  expect(within(sheet).getByRole('alert').textContent).toBe('');
  await user.keyboard('{Enter}');
  expect(await within(sheet).findByText('ó'.repeat(40))).toBeTruthy();
});

test.each([
  ['a name is saved', '/users/me', false],
  ['somebody is invited', /invites$/, true],
])(
  'given the demo account, when %s, then the app says that the demo cannot do this',
  async (_act, refused, hasName) => {
    const account = await openAccount();
    if (hasName) await account.tellName('Ania');
    const { user, store } = await renderApp({
      account,
      lists: [{ name: 'Weekend' }],
      answer: (path, { method }) => (method !== 'GET' && path.match(refused) ? problem(400, DEMO_REFUSAL) : undefined),
    });
    await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
    await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
    await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
    const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
    if (hasName) await user.click(await within(sheet).findByRole('button', { name: 'Zaproś' }));
    else await user.type(await within(sheet).findByLabelText('Twoje imię, widoczne dla innych'), 'Ania{Enter}');
    const said = await screen.findAllByText('Na koncie demo tego nie można zrobić. Załóż własne konto.');
    expect(said.length).toBeGreaterThan(0);
  },
);

test('given a list with twenty members, when somebody is invited, then the app says that there is no room', async () => {
  const account = await openAccount();
  await account.tellName('Ania');
  const { user, store } = await renderApp({
    account,
    lists: [{ name: 'Weekend' }],
    answer: (path, { method }) =>
      method === 'POST' && path.endsWith('/invites') ? problem(400, FULL_REFUSAL) : undefined,
  });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  await user.click(await screen.findByRole('button', { name: 'Zaproś' }));
  expect((await screen.findAllByText(/^Nie ma już miejsca: lista może mieć najwyżej 20 osób/)).length).toBeGreaterThan(
    0,
  );
});

test('given a list that the server refused first, when it accepts it, then the members are shown', async () => {
  let refusals = 2;
  const account = await openAccount();
  await account.tellName('Ania');
  const { user, store } = await renderApp({
    account,
    answer: (path, { method }) => {
      if (path !== '/lists' || method !== 'POST' || refusals === 0) return undefined;
      refusals -= 1;
      return problem(503, 'Service Unavailable');
    },
  });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  store.dispatch(addList({ name: 'Weekend', icon: 'tomato' }));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  expect(await within(sheet).findByText('Ania')).toBeTruthy();
});

test('given a list that the server had removed, when the server has it back under its old id, then the members are shown', async () => {
  let isGone = true;
  const account = await openAccount();
  await account.tellName('Ania');
  const { user, store } = await renderApp({
    account,
    lists: [{ name: 'Weekend' }],
    answer: (path) => (isGone && path.endsWith('/members') ? problem(404, 'Not Found') : undefined),
  });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  await within(sheet).findByRole('button', { name: 'Spróbuj ponownie' });
  isGone = false;
  const put = Object.values<ServerRow>(store.getState().data.base.lists).map((row) => ({ ...row, updatedAt: LATER }));
  act(() => void store.dispatch(syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put, removed: [] } })));
  expect(await within(sheet).findByText('Ania')).toBeTruthy();
});

test('given a server that does not answer, when it answers again, then the members are shown without a press', async () => {
  let isDown = true;
  const account = await openAccount();
  await account.tellName('Ania');
  const { user, store } = await renderApp({
    account,
    lists: [{ name: 'Weekend' }],
    answer: (path) => (isDown && /\/(members|sse)$/.test(path) ? problem(503, 'Down') : undefined),
  });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  const sheet = await shareAgain(user);
  await within(sheet).findByText('Serwer nie odpowiada.');
  isDown = false;
  expect(await within(sheet).findByText('Ania')).toBeTruthy();
  expect(within(sheet).queryByText('Serwer nie odpowiada.')).toBeNull();
});

test('given a shared list of their own, when the person leaves it, then the question says who gets it', async () => {
  const { user, store } = await renderApp({ lists: [{ name: 'Weekend', members: ['Bartek'] }] });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  await user.click(await within(sheet).findByRole('button', { name: 'Opuść listę' }));
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByRole('heading').textContent).toBe(
    'Czy na pewno chcesz opuścić tę listę? Przejdzie na osobę, która dołączyła pierwsza.',
  );
});

const shareAgain = async (user: Awaited<ReturnType<typeof renderApp>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  return screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
};

test('given an owner who removes a member, then the focus is on the heading of the sheet', async () => {
  const { user, store } = await renderApp({ lists: [{ name: 'Weekend', members: ['Bartek'] }] });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  const sheet = await shareAgain(user);
  await user.click(await within(sheet).findByRole('button', { name: 'Usuń z listy: Bartek' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Usuń z listy' }));
  await waitFor(() => expect(within(sheet).queryByText('Bartek')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(within(sheet).getByRole('heading')));
});

test('given a shared list that was deleted for all, when the server refuses to bring it back, then the undo says so', async () => {
  const { user, store } = await renderApp({
    lists: [{ name: 'Weekend', members: ['Bartek'] }],
    answer: (path) => (path.endsWith('/restore') ? problem(400, 'full') : undefined),
  });
  await waitFor(() => expect(store.getState().capabilities.offered.restore).toBe(true));
  // The offer stays until the removal is sent, however slow the machine is.
  holdTimers(10_000);
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Usuń' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Usuń' }));
  await waitFor(() => expect(selectListIds(store.getState())).toEqual([]));
  await waitFor(() => expect(selectUnsentCount(store.getState())).toBe(0));
  await user.click(screen.getByRole('button', { name: 'Cofnij' }));
  expect(
    await screen.findByText('Serwer nie przyjął listy „Weekend”.', { selector: '[data-snackbar] *' }),
  ).toBeTruthy();
});

test('given an owner without a network, then the sheet shows the people it showed before, and leaving works', async () => {
  const { user, store, setOnline, path } = await renderApp({ lists: [{ name: 'Weekend', members: ['Bartek'] }] });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  await within(await shareAgain(user)).findByText('Bartek');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  setOnline(false);
  const sheet = await shareAgain(user);
  expect(within(sheet).getByText('Bartek')).toBeTruthy();
  expect(within(sheet).getByText('Zapraszanie wymaga internetu.')).toBeTruthy();
  expect(within(sheet).queryByRole('button', { name: /^Usuń z listy|^Zaproś/ })).toBeNull();
  await user.click(within(sheet).getByRole('button', { name: 'Opuść listę' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Opuść listę' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Więcej opcji: Weekend' })).toBeNull());
  expect(path()).toBe('/lists');
});

test('given a member without a network, then nothing is said about inviting, and leaving is offered', async () => {
  const [owner, member] = [await openAccount(), await openAccount()];
  const listId = asListId(newUuid());
  await owner.add('lists', { uuid: listId, name: 'Weekend', icon: 'tomato' });
  await owner.join(listId, 'Bartek', member.jwt);
  const { user, store, setOnline } = await renderApp({ account: member });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  setOnline(false);
  const sheet = await shareAgain(user);
  expect(within(sheet).queryByText('Zapraszanie wymaga internetu.')).toBeNull();
  expect(within(sheet).getByText('Do tego potrzebne jest połączenie z internetem.')).toBeTruthy();
  expect(within(sheet).getByRole('button', { name: 'Opuść listę' })).toBeTruthy();
});

test('given members that were seen, when the last question had no answer, then they are shown offline', async () => {
  let isUp = true;
  const { user, store, setOnline } = await renderApp({
    lists: [{ name: 'Weekend', members: ['Bartek'] }],
    answer: (path) => (!isUp && path.endsWith('/members') ? problem(503, 'Down') : undefined),
  });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  const share = async () => {
    await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
    await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
    return screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  };
  await within(await share()).findByText('Bartek');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  isUp = false;
  const sheet = await share();
  await within(sheet).findByText('Serwer nie odpowiada.');
  act(() => setOnline(false));
  expect(within(sheet).queryByText('Bartek')).toBeTruthy();
});

/** Invites to the list of a person with a name, next to the given members. */
const invited = async (members: string[], answer?: AppOptions['answer']) => {
  const account = await openAccount();
  await account.tellName('Ania');
  const { user, store, setOnline } = await renderApp({
    account,
    lists: [{ name: 'Weekend', members }],
    ...(answer && { answer }),
  });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  const sheet = await shareAgain(user);
  await user.click(await within(sheet).findByRole('button', { name: 'Zaproś' }));
  await within(sheet).findByLabelText('Link z zaproszeniem');
  return { user, sheet, setOnline };
};
const linkIn = (sheet: HTMLElement): string =>
  within(sheet).getByLabelText<HTMLInputElement>('Link z zaproszeniem').value;
const isOver = async (sheet: HTMLElement): Promise<void> => {
  await within(sheet).findByRole('button', { name: 'Zaproś' });
  expect(within(sheet).queryByLabelText('Link z zaproszeniem')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(within(sheet).getByRole('heading')));
};

test('given a new link on screen, when its invitation is taken back, then it can be made anew instead of copied', async () => {
  const { user, sheet } = await invited([]);
  await user.click(await within(sheet).findByRole('button', { name: 'Cofnij zaproszenie' }));
  await isOver(sheet);
});

test('given a new link on screen, when a member is removed, which ends all invitations, then it can be made anew', async () => {
  const { user, sheet } = await invited(['Bartek']);
  await user.click(await within(sheet).findByRole('button', { name: 'Usuń z listy: Bartek' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Usuń z listy' }));
  await isOver(sheet);
});

test('given an invitation that is over, when its owner takes it back, then nobody says that they lost the list', async () => {
  const account = await openAccount();
  await account.tellName('Ania');
  let isOverAtServer = false;
  const { user, store } = await renderApp({
    account,
    lists: [{ name: 'Weekend' }],
    answer: (path, { method }) => {
      const isRevoked = method === 'DELETE' && path.includes('/invites/');
      if (isRevoked) isOverAtServer = true;
      return isRevoked ? problem(404, 'Not Found') : undefined;
    },
  });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  const sheet = await shareAgain(user);
  await user.click(await within(sheet).findByRole('button', { name: 'Zaproś' }));
  await user.click(await within(sheet).findByRole('button', { name: 'Cofnij zaproszenie' }));
  await waitFor(() => expect(isOverAtServer).toBe(true));
  await waitFor(() => expect(document.activeElement).toBe(within(sheet).getByRole('heading')));
  expect(screen.queryByText('Nie masz już dostępu do tej listy.')).toBeNull();
});

test('given a member who has just left, when the owner removes them, then nobody says that the owner lost the list', async () => {
  let isLeft = false;
  const { user, store } = await renderApp({
    lists: [{ name: 'Weekend', members: ['Bartek'] }],
    answer: (path, { method }) => {
      const isRemoval = method === 'DELETE' && path.includes('/members/');
      if (isRemoval) isLeft = true;
      return isRemoval ? problem(404, 'Not Found') : undefined;
    },
  });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  const sheet = await shareAgain(user);
  await user.click(await within(sheet).findByRole('button', { name: 'Usuń z listy: Bartek' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Usuń z listy' }));
  await waitFor(() => expect(isLeft).toBe(true));
  await waitFor(() => expect(document.activeElement).toBe(within(sheet).getByRole('heading')));
  expect(screen.queryByText('Nie masz już dostępu do tej listy.')).toBeNull();
});

test('given a new link on screen, when the network is lost for a moment, then the link stays', async () => {
  const { sheet, setOnline } = await invited([]);
  const link = linkIn(sheet);
  act(() => setOnline(false));
  await within(sheet).findByText('Zapraszanie wymaga internetu.');
  expect(linkIn(sheet)).toBe(link);
  act(() => setOnline(true));
  await waitFor(() => expect(within(sheet).queryByText('Zapraszanie wymaga internetu.')).toBeNull());
  expect(linkIn(sheet)).toBe(link);
});

test('given a new link, when the question who has the list then gets no answer, then the link stays beside the error', async () => {
  let isInvited = false;
  const { user, sheet } = await invited([], (path, { method }) => {
    if (method === 'POST' && path.endsWith('/invites')) isInvited = true;
    return isInvited && path.endsWith('/members') ? problem(503, 'Down') : undefined;
  });
  await within(sheet).findByText('Serwer nie odpowiada.');
  const link = linkIn(sheet);
  isInvited = false;
  await user.click(within(sheet).getByRole('button', { name: 'Spróbuj ponownie' }));
  await within(sheet).findByRole('button', { name: 'Cofnij zaproszenie' });
  expect(linkIn(sheet)).toBe(link);
});

test('given a name that is being typed, when the network is lost for a moment, then what was typed stays', async () => {
  const { user, store, setOnline } = await renderApp({ lists: [{ name: 'Weekend' }] });
  await waitFor(() => expect(store.getState().capabilities.offered.sharing).toBe(true));
  const sheet = await shareAgain(user);
  const field = await within(sheet).findByLabelText<HTMLInputElement>('Twoje imię, widoczne dla innych');
  await user.type(field, 'An');
  act(() => setOnline(false));
  await within(sheet).findByText('Zapraszanie wymaga internetu.');
  act(() => setOnline(true));
  await waitFor(() => expect(within(sheet).queryByText('Zapraszanie wymaga internetu.')).toBeNull());
  await user.keyboard('ia');
  expect([field.isConnected, field.value, document.activeElement]).toEqual([true, 'Ania', field]);
});

/** After a successful deletion, questions who has the list get no answer. */
const silentAfterDelete = (): AppOptions['answer'] => {
  let isDeleted = false;
  return (path, { method }) => {
    if (method === 'DELETE') isDeleted = true;
    return isDeleted && path.endsWith('/members') ? problem(503, 'Down') : undefined;
  };
};

test('given an invitation that was taken back, when the question who has the list then gets no answer, then its link is gone all the same', async () => {
  const { user, sheet } = await invited([], silentAfterDelete());
  await user.click(await within(sheet).findByRole('button', { name: 'Cofnij zaproszenie' }));
  await isOver(sheet);
  await within(sheet).findByText('Serwer nie odpowiada.');
  expect(within(sheet).queryByRole('button', { name: 'Cofnij zaproszenie' })).toBeNull();
});

test('given a member who was removed, when the question who has the list then gets no answer, then they are not shown any more', async () => {
  const { user, sheet } = await invited(['Bartek'], silentAfterDelete());
  await user.click(await within(sheet).findByRole('button', { name: 'Usuń z listy: Bartek' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Usuń z listy' }));
  await isOver(sheet);
  await within(sheet).findByText('Serwer nie odpowiada.');
  expect(within(sheet).queryByText('Bartek')).toBeNull();
});

test('given two members who are removed at once, when the question who has the list then gets no answer, then neither is shown any more', async () => {
  const [first, second] = [gate(), gate()];
  const waits = [first.opened, second.opened];
  let isDeleted = false;
  const { user, sheet } = await invited(['Bartek', 'Celina'], async (path, { method }) => {
    if (method === 'DELETE') {
      isDeleted = true;
      await waits.shift();
    }
    return isDeleted && path.endsWith('/members') ? problem(503, 'Down') : undefined;
  });
  for (const name of ['Bartek', 'Celina']) {
    await user.click(await within(sheet).findByRole('button', { name: `Usuń z listy: ${name}` }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Usuń z listy' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  await waitFor(() => expect(waits).toEqual([]));
  first.open();
  await waitFor(() => expect(within(sheet).queryByText('Bartek')).toBeNull());
  second.open();
  await waitFor(() => expect(within(sheet).queryByText('Celina')).toBeNull());
  expect(within(sheet).queryByText('Bartek')).toBeNull();
});

test('given a new invitation that takes long, when the person is asked about removing a member, then the question keeps the focus', async () => {
  const slow = gate();
  const account = await openAccount();
  await account.tellName('Ania');
  const app = await renderApp({
    account,
    lists: [{ name: 'Weekend', members: ['Ola'] }],
    answer: async (path, init) => {
      if (!path.endsWith('/invites')) return undefined;
      await slow.opened;
      return app.pass(path, init);
    },
  });
  await waitFor(() => expect(app.store.getState().capabilities.offered.sharing).toBe(true));
  await app.user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await app.user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  await app.user.click(await within(sheet).findByRole('button', { name: 'Zaproś' }));
  await app.user.click(within(sheet).getByRole('button', { name: 'Usuń z listy: Ola' }));
  const question = await screen.findByRole('alertdialog');
  const no = within(question).getByRole('button', { name: 'Anuluj' });
  await waitFor(() => expect(document.activeElement).toBe(no));
  slow.open();
  await within(sheet).findByLabelText('Link z zaproszeniem');
  expect(document.activeElement).toBe(no);
});
