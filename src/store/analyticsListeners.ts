import type { UnknownAction } from '@reduxjs/toolkit';
import type { UserId } from '../contract/ids';
import { makeEditFold } from './acts/editFold';
import {
  type Intent,
  itemAdded,
  itemChecked,
  itemDeleted,
  itemEdited,
  itemReordered,
  itemsChecked,
  itemsDeleted,
  linesPasted,
  linesShared,
  listAdded,
  listCleared,
  listDeleted,
  listEdited,
} from './acts/intents';
import { itemsCopied, itemsMoved } from './acts/moveIntents';
import type { Extra } from './state/appStore';
import { remoteEventReceived } from './state/remoteEvents';
import { sessionEnded, sessionOpened, userLoaded } from './state/sessionSlice';
import { type ListenerMiddleware, makeListenerMiddleware, type StartListening } from './state/startListening';
import { activityChanged } from './state/syncSlice';

type EventProperties = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * Receives usage events. Its methods may neither fail nor wait, so that problems of the provider never affect the app.
 */
export interface Analytics {
  capture(event: string, properties: EventProperties): void;
  identify(user: UserId): void;
  /** Later events belong to no known user. */
  reset(): void;
}

/**
 * The usage events of the specification; only this file names them. They carry ids, counts and codes. Only one of them
 * carries text of the person, as specified: the text of a multi-line paste.
 */
export type AnalyticsEvent =
  | 'List added'
  | 'List updated'
  | 'List deleted'
  | 'List cleared'
  | 'List item added'
  | 'List item updated'
  | 'List item deleted'
  | 'List update event received'
  | 'List item update event received'
  | 'Multi-line paste';

interface UsageEvent {
  readonly event: AnalyticsEvent;
  readonly properties: EventProperties;
}

/** Typing in a row is one update event, from the first key until the row has not changed for this time. */
export const FOLD_MS = 1500;

const usageEvent = (event: AnalyticsEvent, properties: EventProperties): UsageEvent => ({ event, properties });

const countOf = (intents: readonly Intent[], collection: Intent['collection'], type: Intent['type']): number =>
  intents.filter((intent) => intent.collection === collection && intent.type === type).length;

const fieldsOf = (intents: readonly Intent[]): string[] =>
  [...new Set(intents.flatMap(({ data }) => Object.keys(data)))].sort();

/** Rows that were added or removed in one act are one event with their number. */
const counted = (event: AnalyticsEvent, count: number, properties: EventProperties): readonly UsageEvent[] =>
  count > 0 ? [usageEvent(event, { ...properties, count })] : [];

/**
 * The usage event of an act or a stream event. Edits of items are missing here, because they are collected first. Each
 * act is reported once. What the app adds or removes by itself is no event, and neither is what an undo brings back.
 */
export const eventsOf = (action: UnknownAction): readonly UsageEvent[] => {
  if (listAdded.match(action)) {
    const { listId, intents } = action.payload;
    return [usageEvent('List added', { list_id: listId, icon: String(intents[0]?.data.icon ?? '') })];
  }
  if (listEdited.match(action)) {
    const { listId, intents } = action.payload;
    return [usageEvent('List updated', { list_id: listId, fields: fieldsOf(intents) })];
  }
  if (listDeleted.match(action)) {
    const { listId, intents } = action.payload;
    return [usageEvent('List deleted', { list_id: listId, items: countOf(intents, 'items', 'remove') })];
  }
  if (listCleared.match(action)) {
    const { listId, intents } = action.payload;
    return [usageEvent('List cleared', { list_id: listId, items: intents.length })];
  }
  if (itemAdded.match(action)) return counted('List item added', 1, { list_id: action.payload.listId, source: 'row' });
  if (itemDeleted.match(action)) {
    return counted('List item deleted', 1, { list_id: action.payload.listId, source: 'row' });
  }
  if (itemsCopied.match(action)) {
    const { toListId, added } = action.payload;
    return counted('List item added', added.length, { list_id: toListId, source: 'copy' });
  }
  if (itemsMoved.match(action)) {
    const { listId, toListId, moved, added } = action.payload;
    return [
      ...counted('List item added', added.length, { list_id: toListId, source: 'move' }),
      ...counted('List item deleted', moved.length, { list_id: listId, source: 'move' }),
    ];
  }
  if (itemsDeleted.match(action)) {
    const { listId, itemIds } = action.payload;
    return counted('List item deleted', itemIds.length, { list_id: listId, source: 'several' });
  }
  if (itemsChecked.match(action)) {
    const { listId, itemIds, intents } = action.payload;
    return counted('List item updated', itemIds.length, { list_id: listId, fields: fieldsOf(intents) });
  }
  if (itemReordered.match(action)) {
    const { listId, intents } = action.payload;
    return counted('List item updated', 1, { list_id: listId, fields: fieldsOf(intents) });
  }
  if (linesPasted.match(action)) {
    const { listId, text, count, intents } = action.payload;
    return [
      usageEvent('Multi-line paste', { list_id: listId, count, user_content: text }),
      ...counted('List item added', countOf(intents, 'items', 'insert'), { list_id: listId, source: 'paste' }),
    ];
  }
  if (linesShared.match(action)) {
    const { listId, intents } = action.payload;
    return counted('List item added', intents.length, { list_id: listId, source: 'share' });
  }
  if (remoteEventReceived.match(action)) {
    const [row, type = ''] = action.payload.name.split('::');
    return [usageEvent(row === 'list' ? 'List update event received' : 'List item update event received', { type })];
  }
  return [];
};

type ItemEdit = ReturnType<typeof itemEdited> | ReturnType<typeof itemChecked>;
const isItemEdit = (action: unknown): action is ItemEdit => itemEdited.match(action) || itemChecked.match(action);

const tellOfActs = (startListening: StartListening, analytics: Analytics): void => {
  const tell = ({ event, properties }: UsageEvent): void => analytics.capture(event, properties);
  const fold = makeEditFold((listId, fields) => tell(usageEvent('List item updated', { list_id: listId, fields })));
  startListening({
    matcher: isItemEdit,
    effect: async ({ payload: { itemId, listId, intents } }, { delay }) => {
      const last = fold.add(itemId, listId, fieldsOf(intents));
      await delay(FOLD_MS);
      fold.settleIfLast(itemId, last);
    },
  });
  startListening({
    predicate: (action) => eventsOf(action).length > 0,
    effect: (action) => {
      fold.settleAll();
      for (const what of eventsOf(action)) tell(what);
    },
  });
  // A hidden page may never return, and after a sign-out the edit would belong to no user.
  startListening({
    predicate: (action) => sessionEnded.match(action) || (activityChanged.match(action) && !action.payload.isActive),
    effect: fold.settleAll,
  });
};

const followUser = (startListening: StartListening, analytics: Analytics): void => {
  for (const actionCreator of [userLoaded, sessionOpened] as const)
    startListening({ actionCreator, effect: ({ payload }) => analytics.identify(payload.id) });
  startListening({
    actionCreator: sessionEnded,
    effect: (_action, { getOriginalState }) => {
      // A guest who stays a guest keeps the anonymous id.
      if (getOriginalState().session.user) analytics.reset();
    },
  });
};

/** Listeners for `makeStore`, for builds with analytics. */
export const makeAnalyticsListeners =
  (analytics: Analytics) =>
  (extra: Extra): ListenerMiddleware => {
    const listeners = makeListenerMiddleware(extra);
    tellOfActs(listeners.startListening, analytics);
    followUser(listeners.startListening, analytics);
    return listeners;
  };
