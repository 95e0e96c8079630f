import type { ItemId, ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { creationTime } from '../../domain/itemOrder';
import { remembered } from '../../domain/remembered';
import { type IndexedItem, indexItem, type Suggestion, suggest, withBought } from '../../domain/suggestions';
import { makeUsualMemory } from '../../storage/usualMemory';
import type { TableView } from '../../sync/model/syncState';
import type { AppThunk } from '../state/appStore';
import type { RootState } from '../state/rootReducer';
import { selectUser } from '../state/sessionSlice';
import { selectItem } from '../view/viewSelectors';
import { shownToken } from './ownToken';

/**
 * The sources of suggestions: the items of all lists, and items that were bought on this device and removed since. They
 * are never sent, logged or reported as usage.
 */

/** Remembers items that are bought, or removed as bought ones. It runs after the tick, which should not wait for it. */
export const rememberBought =
  (listId: ListId, itemIds: readonly ItemId[]): AppThunk =>
  (_dispatch, getState, { ports }) => {
    const state = getState();
    const user = selectUser(state);
    const memory = makeUsualMemory(ports.local);
    if (!user || !memory.isOn()) return;
    const lastAt = ports.now();
    const bought = itemIds.flatMap((id) => {
      const item = selectItem(state, listId, id);
      return item ? [{ description: item.description, quantity: item.quantity, count: 1, lastAt, listId }] : [];
    });
    setTimeout(() => {
      // The person may have signed out, which cleared the remembered items. The last round may still be running.
      if (selectUser(getState())?.id !== user.id || shownToken(getState(), ports.session) === null) return;
      memory.write(user.id, withBought(memory.read(user.id), bought, lastAt));
    });
  };

interface BoughtBefore {
  readonly items: readonly IndexedItem[];
  /** When it was read; epoch ms. */
  readonly now: number;
}

/** The items that were bought on this device, read once while a row is edited. Null if suggestions are off. */
export const readBought =
  (): AppThunk<BoughtBefore | null> =>
  (_dispatch, getState, { ports }) => {
    const user = selectUser(getState());
    const memory = makeUsualMemory(ports.local);
    return user && memory.isOn() ? { items: memory.read(user.id).map(indexItem), now: ports.now() } : null;
  };

interface SuggestionChoice {
  isOn(): boolean;
  choose(choice: 'on' | 'off'): void;
  /** Deletes the remembered items of this device. */
  forget(): void;
}

/** The person's settings for suggestions. */
export const readSuggestionChoice =
  (): AppThunk<SuggestionChoice> =>
  (_dispatch, getState, { ports }) => {
    const memory = makeUsualMemory(ports.local);
    return {
      isOn: memory.isOn,
      choose: memory.choose,
      forget: () => {
        const user = selectUser(getState());
        if (user) memory.forget(user.id);
      },
    };
  };

const indexedRow = remembered((row: ItemRow): IndexedItem => {
  const { description, quantity, listId } = row;
  const time = creationTime(row);
  return indexItem({ description, quantity, count: 1, lastAt: Number.isFinite(time) ? time : 0, listId });
});

/** A list's items. Only the list that is edited is computed again; the others are cached. */
const indexedTable = remembered(({ ids, rows }: TableView<ItemRow>): readonly IndexedItem[] =>
  ids.flatMap((id) => {
    const row = rows[id];
    return row ? [indexedRow(row)] : [];
  }),
);

/** A suggestion, and the item of this list with the same text, if there is one. */
export interface OfferedItem extends Suggestion {
  readonly listed: { readonly id: ItemId; readonly isBought: boolean } | null;
}

export interface TypedItem {
  readonly listId: ListId;
  readonly itemId: ItemId;
  /** From `readBought`, read at the start of the edit. */
  readonly bought: BoughtBefore;
}

const NOTHING: readonly OfferedItem[] = [];

let found: {
  readonly written: TypedItem;
  readonly text: string;
  readonly suggestions: readonly Suggestion[];
} | null = null;

const computeOffers = (state: RootState, written: TypedItem): readonly OfferedItem[] => {
  const { listId, itemId, bought } = written;
  const table = state.items[listId];
  const item = table?.rows[itemId];
  if (!table || !item) return NOTHING;
  const own = indexedRow(item);
  const withListed = (one: Suggestion): OfferedItem => {
    const same = table.ids.flatMap((id) => {
      const other = table.rows[id];
      return other && other !== item && indexedRow(other).key === one.key ? [{ id, isBought: other.done }] : [];
    });
    return { ...one, listed: same.find(({ isBought }) => !isBought) ?? same[0] ?? null };
  };
  const saysMore = ({ key, quantity, listed }: OfferedItem): boolean =>
    listed !== null || key !== own.key || (quantity !== '' && item.quantity === '');
  const text = item.description;
  // Somebody else who types meanwhile must not move another suggestion under the finger, or under the next Enter.
  if (found?.written !== written || found.text !== text) {
    const tables = Object.values<TableView<ItemRow>>(state.items).map(indexedTable);
    const query = { text, listId, now: bought.now, except: own };
    const suggestions = suggest([bought.items, ...tables], query).filter((one) => saysMore(withListed(one)));
    found = { written, text, suggestions };
  }
  return found.suggestions.map(withListed);
};

let last: {
  readonly items: RootState['items'];
  readonly written: TypedItem;
  readonly offers: readonly OfferedItem[];
} | null = null;

/**
 * The suggestions for the text of an edited item. They stay until that text changes; only whether they are in the list is
 * looked up again. Returns the same object while no item changes, and while there are none.
 */
export const selectOffers = (state: RootState, written: TypedItem): readonly OfferedItem[] => {
  if (last?.items !== state.items || last.written !== written)
    last = { items: state.items, written, offers: computeOffers(state, written) };
  return last.offers.length === 0 ? NOTHING : last.offers;
};
