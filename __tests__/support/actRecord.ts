import type { ChangeId } from '../../src/contract/ids';
import type { RootState } from '../../src/store/state/rootReducer';
import { allChanges, type Change } from '../../src/sync/model/syncState';
import { flushed } from './attackWorld';
import type { TestTab } from './browserWorld';

/** A tab, the browser it lies in and the account that is signed in there. */
export interface Seat {
  readonly account: number;
  readonly browser: string;
  readonly tab: TestTab;
}

/** A change that a person made. */
export interface Act extends Pick<Seat, 'account' | 'browser' | 'tab'> {
  readonly change: Change;
  readonly step: number;
  /** For each field, the earlier act whose value the person saw and replaced. */
  readonly over: ReadonlyMap<string, Act>;
  /** `doubtful`: its tab was killed before the disk had confirmed it. It may count or not. */
  isStored: boolean | 'doubtful';
  /** An undo or the answer to an offer took it out of the log: on disk, or only in this tab yet. `doubtful` as above. */
  isTakenBack: boolean | TestTab | 'doubtful';
}

/** The fields of a row on the screen. */
export const shownRow = ({ lists, items }: RootState, { collection, listId, rowId }: Change): object | undefined => {
  const rows: Readonly<Record<string, object>> = collection === 'lists' ? lists.rows : (items[listId]?.rows ?? {});
  return rows[rowId];
};

/** Notes every act of every tab, in order. */
export const makeActRecord = () => {
  const acts = new Map<ChangeId, Act>();
  const byRow = new Map<string, Act[]>();
  const wrongs: string[] = [];
  let step = 0;

  const replaced = (before: RootState, change: Change): Act['over'] => {
    const shown = shownRow(before, change) as Readonly<Record<string, unknown>> | undefined;
    const earlier = byRow.get(change.rowId) ?? [];
    return new Map(
      Object.keys(shown && change.type === 'update' ? change.data : {}).flatMap((name) => {
        const same = earlier.filter(({ change: { data } }) => data[name] === shown?.[name]);
        return same.length === 1 && same[0] ? [[name, same[0]] as const] : [];
      }),
    );
  };

  /** What a person does shows at once, in their own tab. */
  const checkShown = (state: RootState, { change, tab }: Act): void => {
    const shown = shownRow(state, change) as Readonly<Record<string, unknown>> | undefined;
    const isShown = shown !== undefined && Object.entries(change.data).every(([name, value]) => shown[name] === value);
    if (isShown !== (change.type !== 'remove'))
      wrongs.push(`${change.type} ${change.rowId} did not show in ${tab.name}`);
  };

  const tookBack = ({ tab }: Seat, ids: readonly ChangeId[]): void => {
    const taken = ids.flatMap((id) => acts.get(id) ?? []);
    for (const act of taken) act.isTakenBack = tab;
    void flushed(tab).then(() => {
      for (const act of taken) act.isTakenBack = true;
    });
  };

  return {
    acts,
    byRow,
    wrongs,
    step: () => step,
    nextStep: (): void => {
      step += 1;
    },
    follow: ({ account, browser, tab }: Seat): void => {
      let before = tab.store.getState();
      tab.store.subscribe(() => {
        const state = tab.store.getState();
        const was = before;
        before = state;
        if (state.data.log === was.data.log) return;
        const made = allChanges(state.data.log)
          .filter(({ id }) => !acts.has(id) && id.endsWith(`-${tab.name}`))
          .map((change): Act => {
            const over = replaced(was, change);
            return { account, browser, tab, change, step, over, isStored: false, isTakenBack: false };
          });
        for (const act of made) {
          const { id, rowId } = act.change;
          acts.set(id, act);
          byRow.set(rowId, [...(byRow.get(rowId) ?? []), act]);
        }
        const last = new Map(made.map((act) => [act.change.rowId, act]));
        for (const act of last.values()) checkShown(state, act);
        void flushed(tab).then(() => {
          for (const act of made) act.isStored = true;
        });
      });
    },
    /** An undo, or the answer to an offer: the acts that it takes out of the log count no more. */
    takeBack: (seat: Seat, run: () => unknown): void => {
      const before = allChanges(seat.tab.store.getState().data.log);
      run();
      const left = new Set(allChanges(seat.tab.store.getState().data.log).map(({ id }) => id));
      tookBack(
        seat,
        before.flatMap(({ id }) => (left.has(id) ? [] : [id])),
      );
    },
    tookBack,
    killed: ({ tab }: Seat): void => {
      for (const act of acts.values()) {
        if (act.tab === tab && !act.isStored) act.isStored = 'doubtful';
        if (act.isTakenBack === tab) act.isTakenBack = 'doubtful';
      }
    },
  };
};

export type ActRecord = ReturnType<typeof makeActRecord>;
