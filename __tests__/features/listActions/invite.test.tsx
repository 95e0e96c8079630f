import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { addList } from '../../../src/store/acts/rowThunks';
import { problem, renderApp } from '../../support/renderApp';

/** Inviting somebody, by keys alone. */

const CAPABILITIES = { registration: true, idempotency: true, cascade: true, sharing: true, order: true };

test('the act that comes next has the focus, so that neither a key nor a screen reader is lost', async () => {
  let name: string | null = null;
  const answers: Record<string, (init: RequestInit) => Response> = {
    '/capabilities': () => Response.json(CAPABILITIES),
    '/users/me': ({ method, body }) => {
      if (method === 'PUT') name = (JSON.parse(String(body)) as { name: string }).name;
      return Response.json({ id: 1, username: 'ania', email: 'ania@example.com', name });
    },
    members: () => Response.json({ data: { members: [{ id: 'm', name, role: 'owner', isMe: true }], invites: [] } }),
    invites: () => Response.json({ data: { code: 'abcdefghijklmnopqrstuv' } }),
  };
  const { user, store } = await renderApp({
    lists: [{ name: 'Weekend' }],
    answer: (path, init) => (answers[path] ?? answers[path.split('/').at(-1) ?? ''])?.(init),
  });
  await waitFor(() => expect(store.getState().status.capabilities.sharing).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  await user.type(await within(sheet).findByLabelText('Twoje imię, widoczne dla innych'), 'Ania{Enter}');
  const invite = await within(sheet).findByRole('button', { name: 'Zaproś' });
  expect(document.activeElement).toBe(invite);
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(await within(sheet).findByRole('button', { name: 'Kopiuj' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('who has a list that the server did not take at first is shown once it did', async () => {
  let refusals = 2;
  const { user, store } = await renderApp({
    answer: (path, { method }) => {
      if (path === '/capabilities') return Response.json(CAPABILITIES);
      if (path === '/lists' && method === 'POST' && refusals > 0) {
        refusals -= 1;
        return problem(503, 'Service Unavailable');
      }
      if (!path.endsWith('/members')) return undefined;
      return Response.json({ data: { members: [{ id: 'm', name: 'Ania', role: 'owner', isMe: true }], invites: [] } });
    },
  });
  await waitFor(() => expect(store.getState().status.capabilities.sharing).toBe(true));
  store.dispatch(addList({ name: 'Weekend', icon: 'tomato' }));
  await user.click(await screen.findByRole('button', { name: 'Więcej opcji: Weekend' }));
  await user.click(await screen.findByRole('button', { name: 'Udostępnij' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kto ma listę „Weekend”' });
  expect(await within(sheet).findByText('Ania')).toBeTruthy();
});
