import type { ItemRow, ListRow } from '../../../src/contract/records';
import { itemChecked, itemEdited, listEdited } from '../../../src/store/acts/intents';
import { transferItems, undoTransfer } from '../../../src/store/acts/moveThunks';
import { reorderItem, undoReorder } from '../../../src/store/acts/orderThunks';
import { pasteLines, undoPaste } from '../../../src/store/acts/pasteThunks';
import { keepRecoveryOffer } from '../../../src/store/acts/recoveryOfferThunks';
import {
  addItem,
  addList,
  clearList,
  deleteItem,
  deleteList,
  sweepBlanks,
  undoRemoval,
} from '../../../src/store/acts/rowThunks';
import type { RootState } from '../../../src/store/state/rootReducer';
import { selectRecoveryOffers } from '../../../src/store/view/recoveryOffers';
import { selectItemIds } from '../../../src/store/view/viewSelectors';
import type { Faults } from '../faults';
import { isPoison, typed } from '../providerFront';
import type { Random } from '../simulationRandom';
import type { SimulatedTab } from './simulatedTab';

const MOST_LISTS = 3;

const lostIn = (state: RootState) => Object.keys(selectRecoveryOffers(state)) as ListRow['id'][];

/** A person at a tab, who does one thing that the screen allows, through the thunks that the buttons call. */
export const makePerson = (random: Random, faults: Faults) => {
  let words = 0;
  /** Sometimes nothing, or a word that was used before, so that an edit can restore an older text. */
  const word = (): string => {
    words += 1;
    const dice = random.below(10);
    return typed(faults, dice === 0 ? '' : dice < 4 ? (random.pick(['milk', 'eggs']) ?? '') : `word ${words}`);
  };

  /** Puts an item between two others, as dragging does. */
  const move = ({ store, undoable }: SimulatedTab, listId: ListRow['id'], itemId: ItemRow['id']): void => {
    const ids = selectItemIds(store.getState(), listId);
    const moved = store.dispatch(reorderItem(listId, itemId, ids, random.below(ids.length)));
    if (moved) undoable.push(undoReorder(moved));
  };

  /** Moves or copies an item to another list. */
  const transfer = ({ store, undoable }: SimulatedTab, listId: ListRow['id'], itemId: ItemRow['id']): void => {
    const to = random.pick(store.getState().lists.ids.filter((id) => id !== listId));
    if (!to) return;
    const kind = random.chance(0.7) ? 'move' : 'copy';
    undoable.push(undoTransfer(store.dispatch(transferItems(kind, listId, to, [itemId]))));
  };

  const actOnItem = (tab: SimulatedTab, { id: itemId, listId, done }: ItemRow): void => {
    const { store, undoable } = tab;
    const dice = random.below(16);
    if (dice >= 14) transfer(tab, listId, itemId);
    else if (dice >= 12) move(tab, listId, itemId);
    else if (dice < 4) store.dispatch(itemEdited({ listId, itemId, fields: { description: word() } }));
    else if (dice < 6) store.dispatch(itemEdited({ listId, itemId, fields: { quantity: word() } }));
    else if (dice < 10) store.dispatch(itemChecked({ listId, itemId, done: !done }));
    else undoable.push(undoRemoval(store.dispatch(deleteItem(listId, itemId))));
  };

  const paste = ({ store, undoable }: SimulatedTab, listId: ListRow['id'], current: ItemRow | undefined): void => {
    const text = `- ${word()}\n- ${word()}\n\n- ${word()}`;
    const pasted = store.dispatch(pasteLines(listId, text, current?.id ?? null));
    undoable.push(undoPaste(listId, pasted));
  };

  const actOnList = (tab: SimulatedTab, listId: ListRow['id'], item: ItemRow | undefined): void => {
    const { store, undoable } = tab;
    const dice = random.below(16);
    if (dice === 0) undoable.push(undoRemoval(store.dispatch(deleteList(listId))));
    else if (dice === 1) undoable.push(undoRemoval(store.dispatch(clearList(listId))));
    else if (dice === 2) store.dispatch(sweepBlanks(listId));
    else if (dice < 5) store.dispatch(listEdited({ listId, fields: { name: word() } }));
    else if (dice < 7) paste(tab, listId, item);
    else store.dispatch(addItem(listId, random.chance(0.3) ? {} : { description: word() }));
  };

  const cureItem = ({ store }: SimulatedTab, item: ItemRow): void => {
    const bad = Object.entries(item).filter(([, value]) => isPoison(value));
    const { id: itemId, listId } = item;
    if (bad.length === 0) return;
    if (faults.random('poisonRow').chance(0.3)) store.dispatch(deleteItem(listId, itemId));
    else
      store.dispatch(itemEdited({ listId, itemId, fields: Object.fromEntries(bad.map(([name]) => [name, 'cured'])) }));
  };

  return {
    /** Corrects the texts that the provider cannot store, or removes their items. */
    cure: (tab: SimulatedTab): void => {
      const { lists, items } = tab.store.getState();
      for (const { id, name } of Object.values<ListRow>(lists.rows)) {
        if (isPoison(name)) tab.store.dispatch(listEdited({ listId: id, fields: { name: 'cured' } }));
        for (const item of Object.values<ItemRow>(items[id]?.rows ?? {})) cureItem(tab, item);
      }
    },
    act: (tab: SimulatedTab): void => {
      const { store, undoable } = tab;
      const state = store.getState();
      const [lost] = lostIn(state);
      if (lost && random.chance(0.3)) return void store.dispatch(keepRecoveryOffer(lost));
      const undo = random.chance(0.1) ? undoable.pop() : undefined;
      if (undo) return void store.dispatch(undo);
      const list = random.pick(Object.values<ListRow>(state.lists.rows));
      const mayAdd = state.lists.ids.length < MOST_LISTS && random.chance(0.1);
      if (!list || mayAdd) return void store.dispatch(addList({ name: word(), icon: 'cat' }));
      const item = random.pick(Object.values<ItemRow>(state.items[list.id]?.rows ?? {}));
      if (item && random.chance(0.7)) actOnItem(tab, item);
      else actOnList(tab, list.id, item);
    },
  };
};
