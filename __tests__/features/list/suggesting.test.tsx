import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { signOut } from '../../../src/store/session/signOut';
import { eventually } from '../../support/eventually';
import type { SeedList } from '../../support/renderApp';
import { openList } from './openedList';

const ELSEWHERE: SeedList = { name: 'Apteka', items: [{ description: 'Plastry', quantity: '2 op.' }, 'plaster miodu'] };

const open = (items: Parameters<typeof openList>[0]) =>
  openList(items, { lists: [{ name: 'Zakupy', items }, ELSEWHERE] });

const option = (name: RegExp | string) => screen.findByRole('option', { name });
const chips = () => within(screen.getByRole('listbox', { name: 'Podpowiedzi' })).getAllByRole('option');
const lastField = () => screen.getAllByRole('textbox', { name: /^Produkt \d+ z/ }).at(-1) as HTMLTextAreaElement;
const addRow = async (app: Awaited<ReturnType<typeof open>>): Promise<void> => {
  await app.user.click(screen.getByRole('button', { name: 'Dodaj produkt' }));
};

describe('during typing', () => {
  test('items of other lists are suggested from the first letter, without case and accents', async () => {
    const app = await open(['mleko']);
    await addRow(app);
    await app.user.keyboard('p');
    await option('Plastry 2 op.');
    expect(chips().map(({ textContent }) => textContent)).toEqual(
      ['plaster miodu', 'Plastry2 op.'].sort((a, b) => a.localeCompare(b)),
    );
    await app.user.keyboard('lastry');
    await waitFor(() => expect(chips()).toHaveLength(1));
  });

  test('a tap accepts one with its quantity and continues in a new row', async () => {
    const app = await open(['mleko']);
    await addRow(app);
    await app.user.keyboard('plas');
    await app.user.click(await option('Plastry 2 op.'));
    expect(app.stored()).toEqual(['mleko||open', 'Plastry|2 op.|open', '||open']);
    expect(document.activeElement).toBe(lastField());
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('given a row that somebody else adds below meanwhile, when one is accepted, then a new row gets the caret', async () => {
    const app = await open(['mleko']);
    await addRow(app);
    await app.user.keyboard('plas');
    await option('Plastry 2 op.');
    await app.elsewhere.add('ser');
    await waitFor(() => expect(lastField().value).toBe('ser'));
    await app.user.click(await option('Plastry 2 op.'));
    await app.user.keyboard('chleb');
    expect(app.stored()).toEqual(['mleko||open', 'Plastry|2 op.|open', 'ser||open', 'chleb||open']);
  });

  test('given somebody else who types meanwhile, then the suggestions stay, and Enter accepts the chosen one', async () => {
    const app = await open(['mleko']);
    await addRow(app);
    await app.user.keyboard('pla');
    await option('plaster miodu');
    await app.user.keyboard('{ArrowDown}');
    const before = chips().map(({ textContent }) => textContent);
    await app.elsewhere.add('plaża');
    await waitFor(() => expect(lastField().value).toBe('plaża'));
    expect(chips().map(({ textContent }) => textContent)).toEqual(before);
    await app.user.keyboard('{Enter}');
    expect(app.stored()).toEqual(['mleko||open', 'plaster miodu||open', 'plaża||open', '||open']);
  });

  test('given a suggested item that somebody else adds meanwhile, then its suggestion leads to it', async () => {
    const app = await open(['mleko']);
    await addRow(app);
    await app.user.keyboard('plas');
    await option('plaster miodu');
    await app.elsewhere.add('plaster miodu');
    await app.user.click(await option('plaster miodu Już na liście'));
    expect(app.stored()).toEqual(['mleko||open', 'plaster miodu||open']);
  });

  test('↓ and Enter accept one, and the field names the active one', async () => {
    const app = await open(['mleko']);
    await addRow(app);
    await app.user.keyboard('plastr');
    const field = document.activeElement;
    const offered = await option('Plastry 2 op.');
    expect(field?.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    await app.user.keyboard('{ArrowDown}');
    expect(field?.getAttribute('aria-activedescendant')).toBe(offered.id);
    expect(offered.getAttribute('aria-selected')).toBe('true');
    await app.user.keyboard('{Enter}');
    expect(app.stored()).toEqual(['mleko||open', 'Plastry|2 op.|open', '||open']);
  });

  test('Enter without ↓ keeps the typed text, and Escape closes the suggestions', async () => {
    const app = await open(['mleko']);
    await addRow(app);
    await app.user.keyboard('pla');
    await option('Plastry 2 op.');
    await app.user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement).toBe(lastField());
    await app.user.keyboard('n');
    await app.user.keyboard('{Enter}');
    expect(app.stored()).toEqual(['mleko||open', 'plan||open']);
  });

  test('a screen reader hears of suggestions, finds that no longer when they are gone, and still hears of the new row', async () => {
    const heard = () => screen.getByRole('status').textContent?.trim();
    const app = await open(['mleko']);
    await addRow(app);
    await app.user.keyboard('pla');
    await option('Plastry 2 op.');
    expect(heard()).toBe('Są podpowiedzi. Strzałka w\u00a0dół wybiera.');
    await app.user.keyboard('{Escape}');
    expect(heard()).toBe('');
    await app.user.keyboard('s');
    await app.user.click(await option('Plastry 2 op.'));
    expect(heard()).toBe('Dodano produkt.');
  });

  test('an item of this list is marked, and a tap goes to it without a new row', async () => {
    const app = await open(['Mleko', 'chleb']);
    await addRow(app);
    await app.user.keyboard('ml');
    await app.user.click(await option('Mleko Już na liście'));
    expect(app.stored()).toEqual(['Mleko||open', 'chleb||open']);
    expect((document.activeElement as HTMLTextAreaElement).value).toBe('Mleko');
  });

  test('a bought item of this list is marked, and a tap puts it back among those to buy, once', async () => {
    const app = await open([{ description: 'Mleko', quantity: '2 l', done: true }, 'chleb']);
    await addRow(app);
    await app.user.keyboard('ml');
    await app.user.click(await option('Mleko Już kupione'));
    expect(app.stored()).toEqual(['Mleko|2 l|open', 'chleb||open', '||open']);
    expect(document.activeElement).toBe(lastField());
    expect(lastField().value).toBe('');
    await app.user.keyboard('pla');
    await option('Plastry 2 op.');
  });

  test('given a row with a text, when a bought item is suggested for it, then the row gets its text', async () => {
    const app = await open([{ description: 'Mleko', quantity: '2 l', done: true }, 'chleb']);
    await app.user.click(screen.getByRole('textbox', { name: 'Produkt 1 z 1' }));
    await app.user.clear(document.activeElement as HTMLTextAreaElement);
    await app.user.keyboard('ml');
    await app.user.click(await option('Mleko Już kupione'));
    expect(app.stored()).toEqual(['Mleko|2 l|done', 'Mleko|2 l|open', '||open']);
  });

  test('given a row with a text, when an item of this list is suggested for it, then the row keeps its text', async () => {
    const app = await open(['mleko', 'chleb']);
    await app.user.click(screen.getByRole('textbox', { name: 'Produkt 1 z 2' }));
    await app.user.clear(document.activeElement as HTMLTextAreaElement);
    await app.user.keyboard('ch');
    await app.user.click(await option('chleb Już na liście'));
    expect(app.stored()).toEqual(['mleko||open', 'chleb||open']);
    expect((document.activeElement as HTMLTextAreaElement).value).toBe('chleb');
    expect(screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Produkt/ })[0]?.value).toBe('mleko');
  });

  test('given a quantity that was typed first, then it stays with its row, whatever is suggested', async () => {
    const app = await open([{ description: 'masło', quantity: '2 kostki', done: true }, 'chleb']);
    await addRow(app);
    await app.user.keyboard('{Tab}5 szt{Shift>}{Tab}{/Shift}chl');
    await app.user.click(await option('chleb Już na liście'));
    expect(app.stored()).toEqual(['masło|2 kostki|done', 'chleb||open', '|5 szt|open']);
    await app.user.click(lastField());
    await app.user.keyboard('mas');
    await app.user.click(await option('masło Już kupione'));
    expect(app.stored()).toEqual(['masło|2 kostki|done', 'chleb||open', 'masło|5 szt|open', '||open']);
  });

  test('given a text that was left, when the caret returns, then no suggestion comes before typing', async () => {
    const app = await open(['mleko']);
    await addRow(app);
    await app.user.keyboard('pla');
    await option('Plastry 2 op.');
    await app.user.keyboard('{Enter}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await app.user.tab({ shift: true });
    expect(document.activeElement).toBe(lastField());
    expect(screen.queryByRole('listbox')).toBeNull();
    lastField().setSelectionRange(3, 3);
    await app.user.keyboard('s');
    await option('Plastry 2 op.');
  });

  test('given a row with text, when the caret enters it, then no suggestion comes before typing', async () => {
    const app = await open(['Plastry']);
    await app.user.click(screen.getByRole('textbox', { name: 'Produkt 1 z 1' }));
    await addRow(app);
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});

describe('a bought item', () => {
  const buyAndDelete = async (app: Awaited<ReturnType<typeof open>>): Promise<void> => {
    await app.user.click(screen.getByRole('checkbox', { name: 'Kupione: kasza' }));
    await app.user.click(await screen.findByRole('button', { name: 'Usuń kupione' }));
    await eventually(
      () => app.stored(),
      (items) => !items.some((item) => item.startsWith('kasza')),
    );
  };

  test('is suggested after its removal, and not after a sign-out', async () => {
    const app = await open([{ description: 'kasza', quantity: '1 kg' }, 'mleko']);
    await buyAndDelete(app);
    await addRow(app);
    await app.user.keyboard('ka');
    await option('kasza 1 kg');
    const user = app.store.getState().session.user?.id;
    if (!user) throw new Error('nobody is signed in');
    expect(app.usual.read(user)).toHaveLength(1);
    await app.store.dispatch(signOut());
    expect(app.usual.read(user)).toEqual([]);
  });

  test('is not remembered when suggestions are off', async () => {
    const app = await open([{ description: 'kasza', quantity: '1 kg' }, 'mleko']);
    app.usual.choose('off');
    await buyAndDelete(app);
    const user = app.store.getState().session.user?.id;
    expect(user && app.usual.read(user)).toEqual([]);
    await addRow(app);
    await app.user.keyboard('pla');
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});
