import { browserPorts } from '../../src/app/browserPorts';
import { asItemId, asListId } from '../../src/contract/ids';
import { itemEdited } from '../../src/store/acts/intents';
import { startSession } from '../../src/store/session/followToken';
import type { AppStore } from '../../src/store/state/appStore';
import { selectIsRoundRunning } from '../../src/store/state/loadingSlice';
import { makeStore } from '../../src/store/store';
import { selectHasPulled, selectItems, selectListIds } from '../../src/store/view/viewSelectors';

/** Listy's own store, log and disk, without screens. The rows come from a server, as in the app. */
const until = (store: AppStore, isSo: (state: ReturnType<AppStore['getState']>) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!isSo(store.getState())) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    look();
  });

const count = (store: AppStore): number => {
  const state = store.getState();
  return selectListIds(state).reduce((sum, id) => sum + selectItems(state, id).ids.length, 0);
};

const open = async (): Promise<AppStore> => {
  const env = { apiUrl: '/api', isSameOrigin: true, isDiffMode: false, isProduction: true, analytics: null, build: '' };
  const store = makeStore(browserPorts(window, env, () => undefined));
  await store.dispatch(startSession());
  return store;
};

export const listy = {
  storedIn: 'listy-user-',
  open,
  count,
  /** The token of the page says which user the rows belong to. */
  fill: async (rows: readonly unknown[]): Promise<void> => {
    const store = await open();
    await until(
      store,
      (state) => selectHasPulled(state) && !selectIsRoundRunning(state) && count(store) === rows.length,
    );
    await store.dispatch((_dispatch, _getState, { session }) => session.close());
  },
  edit: (store: AppStore, id: string, list: string, description: string): void => {
    store.dispatch(itemEdited({ listId: asListId(list), itemId: asItemId(id), fields: { description } }));
  },
};
