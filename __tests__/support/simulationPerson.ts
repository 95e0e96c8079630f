import { emptyFields } from '../../src/contract/fields';
import type { RowId } from '../../src/contract/ids';
import { asItemId, asListId } from '../../src/contract/ids';
import { type ItemRow, itemFieldsOf, type ListRow } from '../../src/contract/records';
import { placeBetween } from '../../src/domain/placeBetween';
import { unchangedFields } from '../../src/sync/model/changeLog';
import type { SyncState, View } from '../../src/sync/model/syncState';
import { movedTo, WITH_LIST } from '../../src/sync/model/unsent';
import { timedUuid } from './builders';
import { compareRows } from './compareRows';
import type { Faults } from './faults';
import { isPoison, typed } from './providerFront';
import { type Act, actOn } from './simulationDevice';
import type { Random } from './simulationRandom';

const WORDS = ['milk', 'eggs', 'bread', 'soap', ''] as const;

/** A person at a device, who does one thing that the screen allows. */
export const makePerson = (random: Random, faults: Faults) => {
  let rows = 0;
  let words = 0;
  const newId = () => {
    rows += 1;
    return timedUuid(rows);
  };
  /** Sometimes a word that was used before, so that an edit can restore an older text. */
  const word = (): string => {
    words += 1;
    return typed(faults, random.chance(0.5) ? (random.pick(WORDS) ?? '') : `word ${words}`);
  };

  const addList = (): Act[] => {
    const id = asListId(newId());
    return [actOn('lists', 'insert', { id }, id, { ...emptyFields.lists, name: word() })];
  };

  const addItem = (list: ListRow): Act[] => {
    const id = asItemId(newId());
    return [actOn('items', 'insert', { id }, list.id, { ...emptyFields.items, description: word() })];
  };

  const editItem = (item: ItemRow): Act[] => {
    const data = random.pick([{ description: word() }, { quantity: word() }, { done: !item.done }]) ?? {};
    return [actOn('items', 'update', item, item.listId, data)];
  };

  /** Puts an item between two others, as dragging does. */
  const moveItem = (item: ItemRow, items: readonly ItemRow[]): Act[] => {
    const others = items.filter((other) => other !== item).sort(compareRows);
    const at = random.below(others.length + 1);
    return placeBetween(others[at - 1], [item.id], others.slice(at)).map(({ itemId, order }) =>
      actOn('items', 'update', { id: itemId }, item.listId, { order }),
    );
  };

  /** Moves an item to another list: as a new row there. */
  const transferItem = (item: ItemRow, to: ListRow, state: SyncState): Act[] => {
    const id = asItemId(newId());
    const known = unchangedFields(state, { collection: 'items', listId: item.listId, rowId: item.id });
    return [
      actOn('items', 'insert', { id }, to.id, { ...itemFieldsOf(item), order: '' }),
      actOn('items', 'remove', item, item.listId, movedTo(id, known)),
    ];
  };

  const removeList = (list: ListRow, items: readonly ItemRow[]): Act[] => [
    ...items.map((item) => actOn('items', 'remove', item, list.id, WITH_LIST)),
    actOn('lists', 'remove', list, list.id),
  ];

  const listsIn = (view: View): ListRow[] => Object.values<ListRow>(view.lists.rows as Record<RowId, ListRow>);

  /** Corrects a text that the provider cannot store, or removes its item. */
  const curedList = (list: ListRow): Act[] => {
    if (!isPoison(list.name)) return [];
    return [actOn('lists', 'update', list, list.id, { name: 'cured' })];
  };
  const curedItem = (item: ItemRow): Act[] => {
    const bad = Object.entries(item).filter(([, value]) => isPoison(value));
    if (bad.length === 0) return [];
    if (faults.random('poisonRow').chance(0.3)) return [actOn('items', 'remove', item, item.listId)];
    return [actOn('items', 'update', item, item.listId, Object.fromEntries(bad.map(([name]) => [name, 'cured'])))];
  };

  return {
    /** The acts after which the provider can store everything on the screen. */
    cure: (view: View): Act[] =>
      listsIn(view).flatMap((list) => [
        ...curedList(list),
        ...Object.values<ItemRow>((view.items[list.id]?.rows ?? {}) as Record<RowId, ItemRow>).flatMap(curedItem),
      ]),
    act: (view: View, state: SyncState): Act[] => {
      const lists = listsIn(view);
      const list = random.pick(lists);
      if (!list || (lists.length < 3 && random.chance(0.15))) return addList();
      const items = Object.values<ItemRow>((view.items[list.id]?.rows ?? {}) as Record<RowId, ItemRow>);
      const item = random.pick(items);
      const dice = random.below(21);
      const to = random.pick(lists.filter((other) => other !== list));
      if (dice === 0) return removeList(list, items);
      if (dice === 1) return [actOn('lists', 'update', list, list.id, { name: word() })];
      if (item && dice < 4) return [actOn('items', 'remove', item, list.id)];
      if (item && dice === 4) return moveItem(item, items);
      if (item && dice < 17) return editItem(item);
      if (item && to && dice === 20) return transferItem(item, to, state);
      return addItem(list);
    },
  };
};
