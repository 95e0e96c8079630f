import { configureStore, createSlice } from '@reduxjs/toolkit';
import Dexie from 'dexie';
import { persistReducer, persistStore } from 'redux-persist';
import localStorageOfPage from 'redux-persist/es/storage';
import { createStore } from 'tinybase';
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { listy } from './listy.ts';

/**
 * What people use to keep rows in a browser, each in its usual way, with the same rows.
 *
 * A contestant has four functions. `fill(rows)` stores rows of `{ id, list, description, quantity, done }` and resolves
 * when they are stored. `open()` resolves with a handle once all rows are in memory. `count(handle)` is how many there are.
 * `edit(handle, id, list, description)` changes one text, and does not wait for the disk;
 * it is stored when `storedIn`, a database or a record of local storage, has been written.
 */

const openDatabase = (name, upgrade) =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => upgrade(opening.result);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

/** The limit of the browser: one record for each row, one put for each edit. */
const raw = {
  storedIn: 'raw',
  connect: () => openDatabase('raw', (database) => database.createObjectStore('rows', { keyPath: 'id' })),
  async fill(rows) {
    const database = await raw.connect();
    const writing = database.transaction('rows', 'readwrite');
    for (const row of rows) writing.objectStore('rows').put(row);
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    database.close();
  },
  async open() {
    const database = await raw.connect();
    const asked = database.transaction('rows').objectStore('rows').getAll();
    await new Promise((resolve) => {
      asked.onsuccess = resolve;
    });
    return { database, rows: new Map(asked.result.map((row) => [row.id, row])) };
  },
  count: ({ rows }) => rows.size,
  edit({ database, rows }, id, _list, description) {
    const row = { ...rows.get(id), description };
    rows.set(id, row);
    database.transaction('rows', 'readwrite').objectStore('rows').put(row);
  },
};

const rowsSlice = createSlice({
  name: 'rows',
  initialState: { byId: {} },
  reducers: {
    filled: (_state, { payload }) => ({ byId: Object.fromEntries(payload.map((row) => [row.id, row])) }),
    edited: (state, { payload: { id, description } }) => {
      state.byId[id].description = description;
    },
  },
});

/** Its defaults: the whole state as one text in local storage. */
const reduxPersist = {
  storedIn: 'persist:root',
  async open() {
    const { default: storage = localStorageOfPage } = localStorageOfPage;
    const store = configureStore({
      reducer: persistReducer({ key: 'root', storage }, rowsSlice.reducer),
      devTools: false,
      middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }),
    });
    const persistor = await new Promise((resolve) => {
      const made = persistStore(store, null, () => resolve(made));
    });
    return { store, persistor };
  },
  async fill(rows) {
    const { store, persistor } = await reduxPersist.open();
    store.dispatch(rowsSlice.actions.filled(rows));
    await persistor.flush();
  },
  count: ({ store }) => Object.keys(store.getState().byId).length,
  edit: ({ store }, id, _list, description) => store.dispatch(rowsSlice.actions.edited({ id, description })),
};

const dexie = {
  storedIn: 'dexie',
  connect() {
    const database = new Dexie('dexie');
    database.version(1).stores({ rows: 'id, list' });
    return database;
  },
  async fill(rows) {
    const database = dexie.connect();
    await database.rows.bulkPut(rows);
    database.close();
  },
  async open() {
    const database = dexie.connect();
    return { database, rows: await database.rows.toArray() };
  },
  count: ({ rows }) => rows.length,
  edit: ({ database }, id, _list, description) => void database.rows.update(id, { description }),
};

const yjs = {
  storedIn: 'yjs',
  async open() {
    const doc = new Y.Doc();
    const provider = new IndexeddbPersistence('yjs', doc);
    await provider.whenSynced;
    return { doc, provider, rows: doc.getMap('rows') };
  },
  async fill(rows) {
    const { doc, provider, rows: map } = await yjs.open();
    doc.transact(() => {
      for (const row of rows) map.set(row.id, new Y.Map(Object.entries(row)));
    });
    // It resolves when everything that was written before is stored.
    await provider.set('filled', 'yes');
  },
  count: ({ rows }) => rows.size,
  edit: ({ rows }, id, _list, description) => rows.get(id).set('description', description),
};

const tinyBase = {
  storedIn: 'tinybase',
  async open() {
    const store = createStore();
    const persister = createIndexedDbPersister(store, 'tinybase');
    await persister.load();
    await persister.startAutoSave();
    return { store, persister };
  },
  async fill(rows) {
    const store = createStore();
    store.setTable('rows', Object.fromEntries(rows.map((row) => [row.id, row])));
    await createIndexedDbPersister(store, 'tinybase').save();
  },
  count: ({ store }) => store.getRowCount('rows'),
  edit: ({ store }, id, _list, description) => store.setCell('rows', id, 'description', description),
};

export const contestants = { listy, raw, dexie, yjs, tinyBase, reduxPersist };
