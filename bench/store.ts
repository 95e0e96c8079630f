import { createEntityAdapter, createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import { asItemId, asListId, changeId } from '../src/contract/ids';
import { makeRow, type ServerRow } from '../src/contract/records';
import { itemEdited } from '../src/store/acts/intents';
import { dataReducer, dataRules } from '../src/store/session/dataReducer';
import { makeRootReducer, noData, type RootState } from '../src/store/state/rootReducer';
import { compaction } from '../src/sync/model/compact';
import { deriveView } from '../src/sync/model/deriveView';
import { syncEvent } from '../src/sync/model/syncEvents';
import { emptyView } from '../src/sync/model/syncState';

/**
 * What a keystroke and a pull cost in the store, as ratios in one run: against a flat Redux Toolkit entity table (what most apps
 * would use) and against the physical limit (writing one field of one object in place; parsing the same rows from JSON).
 */
const reducer = makeRootReducer(dataRules);

const uuid = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const serverRows = (items: number, perList: number) => {
  const lists: ServerRow[] = [];
  const rows: ServerRow[] = [];
  const stamp = { remoteId: 1, updatedAt: '2026-11-20T09:00:00.000Z' };
  for (let n = 0; n < items; n += 1) {
    const listId = asListId(uuid(1e6 + Math.floor(n / perList)));
    if (n % perList === 0)
      lists.push({ ...stamp, documentId: listId, row: makeRow('lists', listId, listId, { name: 'Lista' }) });
    const id = asItemId(uuid(n));
    rows.push({
      ...stamp,
      documentId: id,
      row: makeRow('items', id, listId, { description: `produkt ${n}`, quantity: '1' }),
    });
  }
  return { lists, rows };
};

const loaded = (items: number, perList: number): RootState => {
  const { lists, rows } = serverRows(items, perList);
  const deltas = [
    { collection: 'lists', put: lists, removed: [] },
    { collection: 'items', put: rows, removed: [] },
  ] as const;
  const empty = reducer(undefined, { type: 'start' });
  return deltas.reduce((state, delta) => reducer(state, syncEvent('sync/deltaReceived', { delta })), empty);
};

/** Microseconds per call, the median of several rounds, so that other load on the machine matters less. */
const microseconds = (calls: number, work: (call: number) => void): number => {
  const rounds: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const start = process.hrtime.bigint();
    for (let call = 0; call < calls; call += 1) work(call);
    rounds.push(Number(process.hrtime.bigint() - start) / 1000 / calls);
  }
  return rounds.sort((a, b) => a - b)[4] ?? 0;
};

/** The changes of a row are compacted as the leading tab does it, because a key replays them. */
const keystroke = (items: number, perList: number): number => {
  let state = loaded(items, perList);
  const listId = asListId(uuid(1e6));
  const itemId = asItemId(uuid(0));
  let counter = 1;
  return microseconds(300, (call) => {
    const act = itemEdited({ listId, itemId, fields: { description: `produkt ${call}` } });
    const changes = act.payload.intents.map((intent) => ({ ...intent, id: changeId(counter, 'tab'), time: 0 }));
    counter += 1;
    state = reducer(state, { ...act, meta: { changes } } as UnknownAction);
    const dropped = compaction(state.data, act.payload.intents, []);
    if (dropped.length) state = reducer(state, syncEvent('sync/changesDropped', { dropped }));
  });
};

const flatKeystroke = (items: number): number => {
  interface Item {
    id: string;
    description: string;
  }
  const adapter = createEntityAdapter<Item>();
  const slice = createSlice({
    name: 'flat',
    initialState: adapter.getInitialState(),
    reducers: {
      loaded: (state, { payload }: PayloadAction<Item[]>) => adapter.setAll(state, payload),
      edited: (state, { payload }: PayloadAction<Item>) =>
        adapter.updateOne(state, { id: payload.id, changes: { description: payload.description } }),
    },
  });
  const rows = serverRows(items, 100).rows.map(({ row }) => ({ ...row, description: 'produkt' }) as unknown as Item);
  let state = slice.reducer(undefined, slice.actions.loaded(rows));
  return microseconds(300, (call) => {
    state = slice.reducer(state, slice.actions.edited({ id: uuid(0), description: `produkt ${call}` }));
  });
};

const inPlace = (items: number): number => {
  const rows = new Map(serverRows(items, 100).rows.map(({ row }) => [row.id as string, { description: '' }]));
  return microseconds(100_000, (call) => {
    const row = rows.get(uuid(0));
    if (row) row.description = `produkt ${call}`;
  });
};

const pull = (items: number) => {
  const { rows } = serverRows(items, 100);
  const json = JSON.stringify(rows);
  const state = { ...noData, base: loaded(items, 100).data.base };
  const delta = { collection: 'items', put: JSON.parse(json) as ServerRow[], removed: [] } as const;
  const event = syncEvent('sync/deltaReceived', { delta });
  return {
    parse: microseconds(1, () => JSON.parse(json)),
    again: microseconds(1, () => dataReducer(state, event)),
    first: microseconds(1, () => dataReducer(noData, event)),
    replay: microseconds(1, () => deriveView(emptyView, noData, state)),
  };
};

const SIZE = 10_000;
const big = pull(SIZE);
const ours = keystroke(SIZE, 100);

const compared = (to: number, rows: Readonly<Record<string, number>>) =>
  Object.entries(rows).map(([name, us]) => ({ name, us: Number(us.toFixed(2)), ratio: Number((us / to).toFixed(3)) }));

const results = [
  ...compared(ours, {
    'keystroke, 10,000 items in 100 lists': ours,
    'keystroke, 100 items in 1 list': keystroke(100, 100),
    'keystroke, 2,000 items in 1 list': keystroke(2000, 2000),
    'keystroke, flat entity table of 10,000 items': flatKeystroke(SIZE),
    'one field written in place (physical limit)': inPlace(SIZE),
  }),
  ...compared(big.parse, {
    'JSON.parse of 10,000 rows (physical limit)': big.parse,
    'pull of 10,000 known rows, nothing new': big.again,
    'pull of 10,000 new rows': big.first,
    'view of 10,000 rows from nothing': big.replay,
  }),
];
process.stdout.write(`${JSON.stringify({ bench: 'store', results })}\n`);
