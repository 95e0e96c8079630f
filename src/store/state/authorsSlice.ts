import { createSlice } from '@reduxjs/toolkit';
import type { RowId } from '../../contract/ids';
import { remoteEventReceived } from './remoteEvents';

/** People by row: their names among the list's members. Only from live events that this tab has received. */
type Names = Readonly<Record<RowId, string>>;

interface AuthorsState {
  /** Who changed the row last. */
  readonly changed: Record<string, string>;
  /** Who removed the row, if its last event was a removal. */
  readonly removed: Record<string, string>;
}

const KEPT = 500;

const note = (names: Record<string, string>, rowId: RowId, by: string | null): void => {
  // Deleted and added again, so that the order is by last change.
  delete names[rowId];
  if (by !== null) names[rowId] = by;
  const [oldest] = Object.keys(names);
  if (oldest !== undefined && Object.keys(names).length > KEPT) delete names[oldest];
};

const authorsSlice = createSlice({
  name: 'authors',
  initialState: { changed: {}, removed: {} } as AuthorsState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(remoteEventReceived, ({ changed, removed }, { payload: { name, rowId, by } }) => {
      if (rowId === null) return;
      note(changed, rowId, by);
      note(removed, rowId, name.endsWith('::delete') ? by : null);
    });
  },
  selectors: {
    selectAuthors: ({ changed }): Names => changed,
    selectRemovers: ({ removed }): Names => removed,
  },
});

export const authorsReducer = authorsSlice.reducer;
export const { selectAuthors, selectRemovers } = authorsSlice.selectors;
