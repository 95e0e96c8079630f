import { createSlice } from '@reduxjs/toolkit';
import type { RowId } from '../../contract/ids';
import { remoteEventReceived } from './remoteEvents';

/** Who changed a row last, by their name among the list's members. Only from live events that this tab has received. */
type Authors = Readonly<Record<RowId, string>>;

const KEPT = 500;

const authorsSlice = createSlice({
  name: 'authors',
  initialState: {} as Record<string, string>,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(remoteEventReceived, (authors, { payload: { rowId, by } }) => {
      if (rowId === null) return;
      // Deleted and added again, so that the order is by last change.
      delete authors[rowId];
      if (by !== null) authors[rowId] = by;
      const [oldest] = Object.keys(authors);
      if (oldest !== undefined && Object.keys(authors).length > KEPT) delete authors[oldest];
    });
  },
  selectors: { selectAuthors: (authors): Authors => authors },
});

export const authorsReducer = authorsSlice.reducer;
export const { selectAuthors } = authorsSlice.selectors;
