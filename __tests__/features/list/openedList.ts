import { screen, waitFor } from '@testing-library/react';
import { v7 as newUuid } from 'uuid';
import type { ItemFields } from '../../../src/contract/fields';
import { asItemId, type ItemId } from '../../../src/contract/ids';
import type { ItemRow } from '../../../src/contract/records';
import { selectItem, selectItemIds } from '../../../src/store/view/viewSelectors';
import { eventually } from '../../support/eventually';
import { type AppOptions, renderApp, type SeedItem } from '../../support/renderApp';

/** The open list as a test speaks of it: its fields by place, its boxes by product, and the other device. */

/** @param members the names of those whom the list is shared with */
export const openList = async (
  items: readonly (SeedItem | string)[],
  options: AppOptions = {},
  members: readonly string[] = [],
) => {
  const app = await renderApp({ route: '/lists/:first', lists: [{ name: 'Zakupy', items, members }], ...options });
  // The first test of a file also loads the page's own chunk.
  await screen.findByRole('button', { name: /^(Dodaj produkt|Add item)$/ });
  const [list] = app.lists;
  if (!list) throw new Error('no list was given');
  const { listId } = list;

  const rowOf = (id: ItemId): ItemRow | undefined => selectItem(app.store.getState(), listId, id);
  const stored = (): ItemRow[] => selectItemIds(app.store.getState(), listId).flatMap((id) => rowOf(id) ?? []);
  const itemAt = (place: number): ItemId => {
    const id = list.itemIds[place];
    if (!id) throw new Error(`no item ${place} was given`);
    return id;
  };
  /** What this app knows of the server. */
  const base = () => app.store.getState().data.base;
  const connected = () =>
    eventually(
      () => app.store.getState().status.stream,
      (stream) => stream === 'connected',
    );

  return {
    ...app,
    listId,
    itemAt,
    /** Resolves when this app hears what other devices do. */
    connected,
    /** The items as they are stored, in order of creation: `mleko|2 l|done`. */
    stored: () =>
      stored().map(({ description, quantity, done }) => [description, quantity, done ? 'done' : 'open'].join('|')),
    /** The descriptions in another of the lists that were given. */
    storedIn: (place: number): string[] => {
      const other = app.lists[place]?.listId;
      if (!other) throw new Error(`no list ${place} was given`);
      const state = app.store.getState();
      return selectItemIds(state, other).map((id) => selectItem(state, other, id)?.description ?? '');
    },
    /** What another device does, or another member by a name. Resolves when this app has it. */
    elsewhere: {
      add: async (description: string): Promise<void> => {
        await connected();
        const id = asItemId(newUuid());
        await app.account.add('items', { uuid: id, list: listId, description, quantity: '', done: false });
        await eventually(() => base().items[listId]?.[id], Boolean);
      },
      edit: async (place: number, fields: Partial<ItemFields>, by?: string): Promise<void> => {
        await connected();
        const id = itemAt(place);
        const { updatedAt } = await app.account.edit('items', id, fields, by);
        await eventually(
          () => base().items[listId]?.[id]?.updatedAt ?? '',
          (known) => known >= updatedAt,
        );
      },
      remove: async (place: number, by?: string): Promise<void> => {
        await connected();
        await app.account.remove('items', itemAt(place), by);
        await eventually(
          () => base().items[listId]?.[itemAt(place)],
          (row) => row === undefined,
        );
      },
      removeList: async (): Promise<void> => {
        await connected();
        await app.account.remove('lists', listId);
        await eventually(
          () => base().lists[listId],
          (row) => row === undefined,
        );
      },
    },
  };
};

const textOf = (element: Element): string => (element as HTMLTextAreaElement | HTMLInputElement).value;

export const fields = (): HTMLTextAreaElement[] => screen.queryAllByRole('textbox', { name: /^Produkt \d+ z \d+$/ });
export const field = (place: number): HTMLTextAreaElement => {
  const found = fields()[place];
  if (!found) throw new Error(`no field ${place}`);
  return found;
};
export const quantity = (name: string): HTMLInputElement => screen.getByRole('textbox', { name: `Ilość: ${name}` });
export const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name: `Kupione: ${name}` });
export const texts = (): string[] => fields().map(textOf);
export const addButton = (): HTMLElement => screen.getByRole('button', { name: 'Dodaj produkt' });
export const removeButton = (name: string): HTMLElement =>
  screen.getByRole('button', { name: `Usuń produkt: ${name}` });
export const section = (name: 'Do kupienia' | 'Zakupione'): HTMLElement | null => screen.queryByRole('list', { name });
export const isIn = (name: 'Do kupienia' | 'Zakupione', element: Element): boolean =>
  section(name)?.contains(element) ?? false;

/** What screen readers were told last. */
export const said = (): string => (screen.getByRole('status').textContent ?? '').trim();
export const saidLoudly = (): string => (screen.getByRole('alert').textContent ?? '').trim();

export const settledIn = (name: string): Promise<void> =>
  waitFor(() => {
    if (!isIn('Zakupione', box(name))) throw new Error(`${name} has not moved yet`);
  });

/** The focused element by what it is called. */
export const focused = (): string => {
  const element = document.activeElement;
  return element?.getAttribute('aria-label') ?? element?.tagName ?? 'nothing';
};
