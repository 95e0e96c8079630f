import { createSlice, type UnknownAction } from '@reduxjs/toolkit';
import type { Collection } from '../../contract/records';
import { isSyncEvent, type OperationEnd, type OperationStart, type SyncEvent } from '../../sync/model/syncEvents';
import type { SyncOperation } from '../../sync/model/syncState';

/** The sync operations of each collection in this browser, from all tabs and the worker. The last 200, oldest first. */
type Operations = readonly SyncOperation[];

const KEPT = 200;

const started = (operations: Operations, start: OperationStart): Operations => {
  if (operations.some(({ id }) => id === start.id)) return operations;
  // Rounds run one after the other. An operation that is still active here was cancelled, or its tab was killed.
  const before = operations.map((other) =>
    other.status === 'active' && other.collection === start.collection
      ? ({ ...other, end: start.start, status: 'error', error: 'given up' } as const)
      : other,
  );
  return [...before, { ...start, end: null, status: 'active', error: null } as const].slice(-KEPT);
};

const ended = (operations: Operations, { id, ...ending }: OperationEnd): Operations =>
  operations.map((operation) => (operation.id === id ? { ...operation, ...ending } : operation));

type Event<T extends SyncEvent['type']> = Extract<SyncEvent, { type: T }>;
const isStart = (action: UnknownAction): action is Event<'sync/operationStarted'> =>
  isSyncEvent(action) && action.type === 'sync/operationStarted';
const isEnd = (action: UnknownAction): action is Event<'sync/operationEnded'> =>
  isSyncEvent(action) && action.type === 'sync/operationEnded';

const operationsSlice = createSlice({
  name: 'operations',
  initialState: [] as Operations,
  reducers: {},
  extraReducers: (builder) => {
    builder.addMatcher(isStart, (operations, { payload }) => started(operations as Operations, payload) as never);
    builder.addMatcher(isEnd, (operations, { payload }) => ended(operations as Operations, payload) as never);
  },
  selectors: {
    selectOperations: (operations): Operations => operations,
  },
});

export const { selectOperations } = operationsSlice.selectors;
export const operationsReducer = operationsSlice.reducer;

/** The last operation of each collection. */
export const lastOperations = (operations: Operations): readonly SyncOperation[] => {
  const last = new Map<Collection, SyncOperation>();
  for (const operation of operations) last.set(operation.collection, operation);
  return [...last.values()];
};
