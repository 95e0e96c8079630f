import { createSlice } from '@reduxjs/toolkit';
import type { RowId } from '../../contract/ids';
import { remoteEventReceived } from './remoteEvents';

/** Who made a change: the name of a member of the list. Only from live events that this tab has received. */
interface Author {
  readonly name: string;
  /** The version that the change made. A pull may have brought a later one, of somebody else. */
  readonly updatedAt: string;
}

/** The last authors by row. */
type Authors = Readonly<Record<RowId, Author>>;

interface AuthorsState {
  readonly changed: Record<string, Author>;
  /** Who removed the row, if its last event was a removal. */
  readonly removed: Record<string, string>;
}

const KEPT = 500;

const note = <Value>(values: Record<string, Value>, rowId: RowId, value: Value | null): void => {
  // Deleted and added again, so that the order is by last change.
  delete values[rowId];
  if (value !== null) values[rowId] = value;
  const [oldest] = Object.keys(values);
  if (oldest !== undefined && Object.keys(values).length > KEPT) delete values[oldest];
};

/** Who made this version of a row; null if that is unknown, or if it was another device of the person. */
export const authorOfVersion = (authors: Authors, rowId: RowId, updatedAt: string | undefined): string | null => {
  const author = authors[rowId];
  return author?.updatedAt === updatedAt ? (author?.name ?? null) : null;
};

const authorsSlice = createSlice({
  name: 'authors',
  initialState: { changed: {}, removed: {} } as AuthorsState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(remoteEventReceived, ({ changed, removed }, { payload: { name, rowId, updatedAt, by } }) => {
      if (rowId === null) return;
      note(changed, rowId, by !== null && updatedAt !== null ? { name: by, updatedAt } : null);
      note(removed, rowId, name.endsWith('::delete') ? by : null);
    });
  },
  selectors: {
    selectAuthors: ({ changed }): Authors => changed,
    selectRemovers: ({ removed }): Readonly<Record<RowId, string>> => removed,
  },
});

export const authorsReducer = authorsSlice.reducer;
export const { selectAuthors, selectRemovers } = authorsSlice.selectors;
