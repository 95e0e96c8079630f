import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '../../support/renderApp';

/** A removed list is brought back from the account's group on Logs. */

const REMOVED = [
  { documentId: 'd1', name: 'Zakupy', icon: 'tomato', items: 3, removedAt: '2026-11-20T10:00:00.000Z' },
  { documentId: 'd2', name: ' ', icon: 'pill', items: 1, removedAt: '2026-11-02T10:00:00.000Z' },
];

interface Provider {
  readonly restore?: boolean;
  readonly removed?: () => Response;
  readonly bringBack?: () => Response;
}

const open = (provider: Provider = {}) => {
  const asked: string[] = [];
  return renderApp({
    route: '/logs',
    answer: (path, init) => {
      if (path === '/capabilities') return Promise.resolve(Response.json({ restore: provider.restore ?? true }));
      if (path.startsWith('/lists/removed')) asked.push(`${init.method ?? 'GET'} ${path}`);
      if (path === '/lists/removed')
        return Promise.resolve(provider.removed?.() ?? Response.json({ data: [...REMOVED, { documentId: 7 }] }));
      if (path.endsWith('/restore')) return Promise.resolve(provider.bringBack?.() ?? Response.json({ data: {} }));
      return undefined;
    },
  }).then((app) => ({ ...app, asked }));
};
const button = () => screen.findByRole('button', { name: 'Przywróć usuniętą listę' });
const told = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
const refusal = (status: number) =>
  Response.json({ data: null, error: { status, name: 'Error', message: 'no' } }, { status });

describe('a removed list', () => {
  test('is chosen by name, number of items and day, and comes back; then all is read again', async () => {
    const { user, asked, requests } = await open();
    await user.click(await button());
    await screen.findByRole('dialog', { name: 'Którą listę przywrócić?' });
    expect(screen.getByRole('button', { name: 'Nazwa listy · 1 produkt · usunięta 2 listopada' })).toBeTruthy();
    const before = requests.length;
    await user.click(screen.getByRole('button', { name: 'Zakupy · 3 produkty · usunięta 20 listopada' }));
    await told('Przywrócono listę „Zakupy”.');
    expect(asked).toEqual(['GET /lists/removed', 'POST /lists/removed/d1/restore']);
    expect(requests.slice(before).some(({ path }) => path.startsWith('/lists?'))).toBe(true);
  });

  test.each([
    ['is not there any more', { bringBack: () => refusal(404) }, 'Tej listy nie można już przywrócić.'],
    ['meets a server that breaks', { bringBack: () => refusal(500) }, 'Nie udało się. Spróbuj ponownie za chwilę.'],
  ])('that %s is said so', async (_name, provider, text) => {
    const { user } = await open(provider);
    await user.click(await button());
    await user.click(await screen.findByRole('button', { name: /^Zakupy/ }));
    await told(text);
  });

  test.each([
    ['there is none', { removed: () => Response.json({ data: [] }) }, 'Nie ma usuniętych list.'],
    ['the answer is no list', { removed: () => Response.json({}) }, 'Nie udało się. Spróbuj ponownie za chwilę.'],
  ])('where %s, nothing is asked', async (_name, provider, text) => {
    const { user } = await open(provider);
    await user.click(await button());
    await told(text);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('needs the internet', async () => {
    const { user, setOnline } = await open();
    const opener = await button();
    setOnline(false);
    await user.click(opener);
    await told('Do przywrócenia listy potrzebne jest połączenie z internetem.');
  });

  test('can be brought back only where the provider says so', async () => {
    await open({ restore: false });
    await screen.findByRole('button', { name: 'Wyloguj' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Przywróć usuniętą listę' })).toBeNull());
  });
});
