import { makeRow, type Row, type ServerRow } from '../../contract/records';
import type { Change } from './syncState';

/**
 * Defines what a change does. Total: updating or removing a missing row, and inserting an existing one, change nothing.
 */
export const reduceRow = (row: Row | null, change: Change): Row | null => {
  switch (change.type) {
    case 'insert':
      return row ?? makeRow(change.collection, change.rowId, change.listId, change.data);
    case 'update':
      return row && ({ ...row, ...change.data } as Row);
    case 'remove':
      return null;
  }
};

/** A row as the user sees it. Without changes it is the server's own object, so unchanged rows keep their identity. */
export const viewRow = (server: ServerRow | undefined, changes: readonly Change[] | undefined): Row | null => {
  const start = server?.row ?? null;
  return changes ? changes.reduce(reduceRow, start) : start;
};
