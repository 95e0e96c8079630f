import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { emptyFields } from '../../src/contract/fields';
import { asUserId } from '../../src/contract/ids';
import {
  blankAdded,
  blanksSwept,
  itemAdded,
  itemChecked,
  itemDeleted,
  itemEdited,
  itemsChecked,
  itemsDeleted,
  linesPasted,
  linesShared,
  listAdded,
  listCleared,
  listDeleted,
  listEdited,
  pasteUndone,
  rowsRestored,
} from '../../src/store/acts/intents';
import {
  type Analytics,
  type AnalyticsEvent,
  eventsOf,
  FOLD_MS,
  makeAnalyticsListeners,
} from '../../src/store/analyticsListeners';
import type { Extra } from '../../src/store/state/appStore';
import { remoteEventReceived } from '../../src/store/state/remoteEvents';
import { sessionEnded, sessionOpened, userLoaded } from '../../src/store/state/sessionSlice';
import { activityChanged } from '../../src/store/state/syncSlice';
import { itemId, listId } from '../support/builders';
import { pass } from '../support/stillTime';

const LIST = listId(1);
const ITEM = itemId(1);
const OTHER = itemId(2);
const TEXT = 'tekst, który jest czyjś';
const user = { id: asUserId('7'), username: 'ola', email: 'ola@example.com' };

interface Heard {
  readonly call: string;
  readonly properties?: unknown;
}

/** The listeners alone: a store that only has a session, and a provider that writes down what it hears. */
const listening = () => {
  const heard: Heard[] = [];
  const analytics: Analytics = {
    capture: (call, properties) => heard.push({ call, properties }),
    identify: (id) => heard.push({ call: `identify ${id}` }),
    reset: () => heard.push({ call: 'reset' }),
  };
  let state = { session: { user: null as typeof user | null } };
  const extra = { ports: { now: () => 0 }, session: { log: () => undefined } } as unknown as Extra;
  const { middleware } = makeAnalyticsListeners(analytics)(extra);
  const api = { dispatch: (action: unknown) => action, getState: () => state };
  const send = middleware(api as never)((action) => {
    if (sessionOpened.match(action)) state = { session: { user } };
    if (sessionEnded.match(action)) state = { session: { user: null } };
    return action;
  });
  return { heard, calls: () => heard.map(({ call }) => call), send };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the event of an act', () => {
  const item = { listId: LIST, itemId: ITEM };
  const added = [{ itemId: OTHER, description: TEXT, quantity: '' }];
  const into = { itemId: ITEM, description: TEXT, quantity: '' };
  const cases: readonly [string, Parameters<typeof eventsOf>[0], readonly AnalyticsEvent[]][] = [
    ['a new list', listAdded({ listId: LIST, name: TEXT, icon: 'pizza' }), ['List added']],
    ['a renamed list', listEdited({ listId: LIST, fields: { name: TEXT } }), ['List updated']],
    ['a deleted list', listDeleted({ listId: LIST, itemIds: [ITEM] }), ['List deleted']],
    ['a cleared list', listCleared({ listId: LIST, itemIds: [ITEM] }), ['List cleared']],
    ['a new item', itemAdded({ ...item, fields: { description: TEXT } }), ['List item added']],
    ['a deleted item', itemDeleted(item), ['List item deleted']],
    ['several deleted items', itemsDeleted({ listId: LIST, itemIds: [ITEM, OTHER] }), ['List item deleted']],
    ['several ticked items', itemsChecked({ listId: LIST, itemIds: [ITEM], done: true }), ['List item updated']],
    ['shared lines', linesShared({ listId: LIST, into, added }), ['List item added']],
    ['an undone paste', pasteUndone({ listId: LIST, itemIds: [ITEM], emptied: null }), []],
    ['the blank item that appears by itself', blankAdded({ listId: LIST, itemId: ITEM }), []],
    [
      'what an undo brings back',
      rowsRestored({
        lists: [{ listId: LIST, fields: { name: TEXT, icon: 'pizza' } }],
        items: [{ ...item, fields: { ...emptyFields.items, description: TEXT, quantity: TEXT } }],
        blanks: [],
      }),
      [],
    ],
    ['swept blanks', blanksSwept({ listId: LIST, itemIds: [ITEM] }), []],
    [
      'a list event',
      remoteEventReceived({ name: 'list::delete', rowId: null, updatedAt: null, by: null }),
      ['List update event received'],
    ],
    [
      'an item event',
      remoteEventReceived({ name: 'list-item::patch', rowId: null, updatedAt: null, by: null }),
      ['List item update event received'],
    ],
  ];
  test.each(cases)('%s: its event, without text of the person', (_what, action, events) => {
    const captured = eventsOf(action);
    expect(captured.map(({ event }) => event)).toEqual(events);
    expect(JSON.stringify(captured)).not.toContain(TEXT);
  });

  test('a multi-line paste carries the pasted text, and its items are one event', () => {
    const text = `- ${TEXT}\n- ${TEXT}`;
    expect(eventsOf(linesPasted({ listId: LIST, into: null, added, text }))).toEqual([
      { event: 'Multi-line paste', properties: { list_id: LIST, count: 1, user_content: text } },
      { event: 'List item added', properties: { list_id: LIST, source: 'paste', count: 1 } },
    ]);
  });
});

describe("'List item updated'", () => {
  const edit = (description: string, row = ITEM) => itemEdited({ listId: LIST, itemId: row, fields: { description } });

  test('comes once for twenty keystrokes in two fields, when the row has settled', async () => {
    const { heard, send } = listening();
    for (let keys = 1; keys <= 20; keys += 1) {
      send(edit(TEXT.slice(0, keys)));
      await pass(200);
    }
    send(itemEdited({ listId: LIST, itemId: ITEM, fields: { quantity: '2' } }));
    await pass(FOLD_MS - 1);
    expect(heard).toEqual([]);
    await pass(1);
    expect(heard).toEqual([
      { call: 'List item updated', properties: { list_id: LIST, fields: ['description', 'quantity'] } },
    ]);
    await pass(10 * FOLD_MS);
    expect(heard).toHaveLength(1);
  });

  test('is counted for each row by itself', async () => {
    const { calls, send } = listening();
    send(edit('a'));
    send(itemChecked({ listId: LIST, itemId: OTHER, done: true }));
    await pass(FOLD_MS);
    expect(calls()).toEqual(['List item updated', 'List item updated']);
  });

  test('comes before later events, before the page is hidden, and before a sign-out', async () => {
    const { calls, send } = listening();
    send(sessionOpened(user));
    send(edit('a'));
    send(itemDeleted({ listId: LIST, itemId: ITEM }));
    send(edit('b', OTHER));
    send(activityChanged({ isOnline: true, isActive: false }));
    send(edit('c', OTHER));
    send(sessionEnded('none'));
    await pass(FOLD_MS);
    expect(calls()).toEqual([
      'identify 7',
      'List item updated',
      'List item deleted',
      'List item updated',
      'List item updated',
      'reset',
    ]);
  });
});

describe('the user of events', () => {
  test('is set when the user is known and reset at the end of the session; a guest keeps the anonymous id', async () => {
    const { calls, send } = listening();
    send(sessionEnded('none'));
    expect(calls()).toEqual([]);
    send(sessionOpened(user));
    send(userLoaded(user));
    send(sessionEnded('expired'));
    await pass(0);
    expect(calls()).toEqual(['identify 7', 'identify 7', 'reset']);
  });
});
