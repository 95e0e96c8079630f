import type { UnknownAction } from '@reduxjs/toolkit';
import type { Collection } from '../../contract/records';
import { isSyncEvent, type OperationEnd, type OperationStart } from '../../sync/model/syncEvents';
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

/** A plain reducer: Immer would make a draft of each of the 200 operations at every event. */
export const operationsReducer = (operations: Operations = [], action: UnknownAction): Operations => {
  if (!isSyncEvent(action)) return operations;
  if (action.type === 'sync/operationStarted') return started(operations, action.payload);
  if (action.type === 'sync/operationEnded') return ended(operations, action.payload);
  return operations;
};

export const selectOperations = ({ operations }: { readonly operations: Operations }): Operations => operations;

/** The last operation of each collection. */
export const lastOperations = (operations: Operations): readonly SyncOperation[] => {
  const last = new Map<Collection, SyncOperation>();
  for (const operation of operations) last.set(operation.collection, operation);
  return [...last.values()];
};
