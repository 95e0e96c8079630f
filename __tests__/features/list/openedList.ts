import { screen, waitFor } from '@testing-library/react';
import type { ItemFields } from '../../../src/contract/fields';
import type { ItemId, RowId } from '../../../src/contract/ids';
import { type Collection, type ItemRow, parseRecord } from '../../../src/contract/records';
import { remoteEventReceived } from '../../../src/store/state/remoteEvents';
import { selectItem, selectItemIds } from '../../../src/store/view/viewSelectors';
import { syncEvent } from '../../../src/sync/model/syncEvents';
import { type AppOptions, renderApp, type SeedItem } from '../../support/renderApp';

/** The open list as a test speaks of it: its fields by place, its boxes by product, and the other device. */

export const openList = async (items: readonly (SeedItem | string)[], options: AppOptions = {}) => {
  const app = await renderApp({ route: '/lists/:first', lists: [{ name: 'Zakupy', items }], ...options });
  // The first test of a file also loads the page's own chunk.
  await screen.findByRole('button', { name: /^(Dodaj produkt|Add item)$/ }, { timeout: 10_000 });
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
  /** The provider has the row; the stream tells of it. */
  const tell = (collection: Collection, id: RowId, by: string | null = null): void => {
    const record = parseRecord(collection, app.provider.row(collection, id));
    if (!record) throw new Error('the provider does not know this row');
    const delta = record.alive
      ? { collection, put: [record.server], removed: [] }
      : { collection, put: [], removed: [{ id, updatedAt: record.updatedAt }] };
    app.store.dispatch(syncEvent('sync/deltaReceived', { delta }));
    app.store.dispatch(remoteEventReceived({ name: 'list-item::patch', rowId: id, by }));
  };

  return {
    ...app,
    listId,
    itemAt,
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
    /** What another device does, or another member by a name; it shows when React has drawn it. */
    elsewhere: {
      edit: (place: number, fields: Partial<ItemFields>, by?: string): void => {
        app.provider.put('items', { uuid: itemAt(place), ...fields });
        tell('items', itemAt(place), by);
      },
      remove: (place: number, by?: string): void => {
        app.provider.bury('items', itemAt(place));
        tell('items', itemAt(place), by);
      },
      removeList: (): void => {
        for (const id of selectItemIds(app.store.getState(), listId)) app.provider.bury('items', id);
        app.provider.bury('lists', listId);
        tell('lists', listId);
      },
    },
  };
};

export type OpenedList = Awaited<ReturnType<typeof openList>>;

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
  waitFor(
    () => {
      if (!isIn('Zakupione', box(name))) throw new Error(`${name} has not moved yet`);
    },
    { timeout: 3000 },
  );

/** The focused element by what it is called. */
export const focused = (): string => {
  const element = document.activeElement;
  return element?.getAttribute('aria-label') ?? element?.tagName ?? 'nothing';
};
