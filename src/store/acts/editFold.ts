import type { ItemId, ListId } from '../../contract/ids';

interface Edit {
  readonly listId: ListId;
  readonly fields: Set<string>;
  readonly number: number;
}

/** Collects the changed fields of each row until the caller says that the edit has ended. */
interface EditFold {
  /** @returns the number of this edit, for `settleIfLast` */
  add(itemId: ItemId, listId: ListId, fields: readonly string[]): number;
  /** Reports the row's edits, unless a later edit was added. */
  settleIfLast(itemId: ItemId, last: number): void;
  settleAll(): void;
}

/** @param onSettled receives the list and the names of the changed fields, in alphabetical order */
export const makeEditFold = (onSettled: (listId: ListId, fields: readonly string[]) => void): EditFold => {
  const edits = new Map<ItemId, Edit>();
  let number = 0;
  const settle = (itemId: ItemId): void => {
    const edit = edits.get(itemId);
    if (!edit) return;
    edits.delete(itemId);
    onSettled(edit.listId, [...edit.fields].sort());
  };
  return {
    add: (itemId, listId, fields) => {
      number += 1;
      edits.set(itemId, { listId, fields: new Set([...(edits.get(itemId)?.fields ?? []), ...fields]), number });
      return number;
    },
    settleIfLast: (itemId, last) => {
      if (edits.get(itemId)?.number === last) settle(itemId);
    },
    settleAll: () => {
      for (const itemId of [...edits.keys()]) settle(itemId);
    },
  };
};
