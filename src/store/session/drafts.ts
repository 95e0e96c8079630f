import { isBlank } from '../../contract/fields';
import type { ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { viewRow } from '../../sync/model/replayRow';
import { type Change, EMPTY, type RowChanges, type SyncState } from '../../sync/model/syncState';
import { type DataState, type Drafts, noData } from '../state/rootReducer';

/**
 * A new item without text is a draft: its changes stay in this window's memory, where nobody else sees, stores or
 * removes it. With its first text they go to the log, all at once.
 */

const withDraft = (drafts: Drafts, { listId, rowId }: Change, changes: readonly Change[]): Drafts => {
  const { [rowId]: _, ...others } = (drafts[listId] ?? EMPTY) as RowChanges;
  const rows = changes.length ? { ...others, [rowId]: changes } : others;
  if (Object.keys(rows).length) return { ...drafts, [listId]: rows };
  const { [listId]: __, ...lists } = drafts;
  return Object.keys(lists).length ? lists : noData.drafts;
};

interface Divided {
  readonly drafts: Drafts;
  /** The changes for the log. */
  readonly recorded: readonly Change[];
}

/** Divides the changes of an act between drafts and log. */
export const divideDrafts = (state: DataState, changes: readonly Change[]): Divided => {
  let { drafts } = state;
  const recorded: Change[] = [];
  for (const change of changes) {
    const { collection, type, listId, rowId } = change;
    const known = drafts[listId]?.[rowId];
    const isNew = collection === 'items' && type === 'insert' && !state.log.items[listId]?.[rowId];
    if (!known && !isNew) {
      recorded.push(change);
      continue;
    }
    const all = [...(known ?? []), change];
    const row = viewRow(undefined, all) as ItemRow | null;
    const isDraft = row !== null && isBlank(row);
    if (known || isDraft) drafts = withDraft(drafts, change, isDraft ? all : []);
    if (row && !isDraft) recorded.push(...all);
  }
  return { drafts, recorded };
};

/** What this window shows: the log with the drafts. Lists without drafts keep the identity of their changes. */
export const withDrafts = (state: DataState): SyncState => {
  const { base, log, drafts } = state;
  if (drafts === noData.drafts) return state;
  const items: Record<ListId, RowChanges> = { ...log.items };
  for (const listId of Object.keys(drafts) as ListId[]) items[listId] = { ...items[listId], ...drafts[listId] };
  return { base, log: { ...log, items } };
};
