import { newStreamMemory } from '../../sync/wire/readStream';
import { ownToken } from '../acts/ownToken';
import type { RoundRequest } from '../state/session';
import { selectIsOnline } from '../state/syncSlice';
import { selectUnsentCount } from '../view/viewSelectors';
import { followToken } from './followToken';
import { openLiveStream } from './liveStream';
import type { RoundMemory, UserWorld } from './performRound';
import { makeRoundRunner, type RoundRunner } from './roundRunner';
import { runRoundsWithoutStream } from './roundsWithoutStream';

/** The tasks of the leading tab alone: it writes base, runs rounds and keeps the event stream open. */
interface TabLead {
  /** Called when the tab has the lock. The tab first reads what others have stored. */
  begin(): Promise<void>;
  /** The token for a last round, after the stored token was cleared. */
  keepForLastRound(token: string | null): void;
  /** Called before the lock is released. Resolves when nothing of this tab runs any more. */
  end(): Promise<void>;
  /** Runs a round. Null if this tab does not lead. */
  run(request: RoundRequest): Promise<void> | null;
  /** Opens or closes the stream, depending on the network and on whether this tab leads and shows lists. */
  updateStream(): void;
  /** The person or the network is back: the stream may be opened before the time that the server named. */
  cameBack(): void;
}

/** How long a tab that was hidden may still send before another tab takes over. */
const LAST_ROUND_MS = 3000;

/** @param isStreamWanted false from the moment when the tab begins to release the lock */
export const makeTabLead = (world: UserWorld, isStreamWanted: () => boolean): TabLead => {
  const { store, ports, data } = world;
  let runner: RoundRunner | null = null;
  let closeStream: (() => void) | null = null;
  let endRounds: (() => void) | null = null;
  let lastToken: string | null = null;
  /** These last as long as the session, so that a stream that was closed while hidden continues at its last event. */
  const memory = newStreamMemory();
  const roundMemory: RoundMemory = { wholeAt: ports.now(), diffMode: { isOn: ports.isDiffMode } };

  const updateStream = (): void => {
    if (runner && isStreamWanted() && selectIsOnline(store.getState())) {
      closeStream ??= openLiveStream(world, runner, memory);
    } else {
      closeStream?.();
      closeStream = null;
    }
  };

  return {
    begin: async () => {
      // Another tab has signed out, and this one has not heard of it yet. The data may be deleted at this moment.
      if (ownToken(ports.session, data.userId) === null) return void store.dispatch(followToken());
      await data.catchUp();
      void data.setBaseWriter('on');
      runner = makeRoundRunner({ ...world, memory: roundMemory }, () => lastToken);
      if (selectIsOnline(store.getState())) void runner.run({});
      updateStream();
      endRounds = runRoundsWithoutStream(store, ports.now, async () => runner?.run({}));
    },
    keepForLastRound: (token) => {
      lastToken = token;
    },
    end: async () => {
      const last = runner;
      endRounds?.();
      // From here on the stream is not opened again, even if a tab becomes visible.
      runner = null;
      updateStream();
      if (last && selectUnsentCount(store.getState()) > 0 && selectIsOnline(store.getState())) {
        await Promise.race([last.run({}), new Promise((resolve) => setTimeout(resolve, LAST_ROUND_MS))]);
      }
      await last?.stop();
      await data.journal.flushed();
      await data.setBaseWriter('off');
    },
    run: (request) => runner?.run(request) ?? null,
    updateStream,
    cameBack: () => {
      memory.notBefore = 0;
    },
  };
};
