import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { signOut } from '../../../src/store/session/sessionThunks';
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

describe('while one types', () => {
  test('what one has in another list is offered from the first letter, without case and marks', async () => {
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

  test('a tap takes one with its quantity and goes on to a new row', async () => {
    const app = await open(['mleko']);
    await addRow(app);
    await app.user.keyboard('plas');
    await app.user.click(await option('Plastry 2 op.'));
    expect(app.stored()).toEqual(['mleko||open', 'Plastry|2 op.|open', '||open']);
    expect(document.activeElement).toBe(lastField());
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('↓ and Enter take one, and the field says which one is meant', async () => {
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

  test('Enter without ↓ keeps what was typed, and Escape sends them away', async () => {
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

  test('an item of this list says so, and leads there without leaving a row behind', async () => {
    const app = await open(['Mleko', 'chleb']);
    await addRow(app);
    await app.user.keyboard('ml');
    await app.user.click(await option('Mleko Już na liście'));
    expect(app.stored()).toEqual(['Mleko||open', 'chleb||open']);
    expect((document.activeElement as HTMLTextAreaElement).value).toBe('Mleko');
  });

  test('who leaves the text and comes back is offered nothing before typing on', async () => {
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

  test('entering a row that has a text offers nothing before something is typed', async () => {
    const app = await open(['Plastry']);
    await app.user.click(screen.getByRole('textbox', { name: 'Produkt 1 z 1' }));
    await addRow(app);
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});

describe('what was bought', () => {
  const buyAndDelete = async (app: Awaited<ReturnType<typeof open>>): Promise<void> => {
    await app.user.click(screen.getByRole('checkbox', { name: 'Kupione: kasza' }));
    await app.user.click(await screen.findByRole('button', { name: 'Usuń kupione' }));
    await eventually(
      () => app.stored(),
      (items) => !items.some((item) => item.startsWith('kasza')),
    );
  };

  test('is offered after it is gone, and is not any more when one signed out', async () => {
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

  test('is not remembered where suggestions are switched off, and nothing is offered', async () => {
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
