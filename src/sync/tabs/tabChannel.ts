import type { SyncEvent } from '../model/syncEvents';

/** The begin and the end of a run: what is told and stands on no disk that others read. */
export type RunEvent = Extract<SyncEvent, { type: 'sync/operationStarted' | 'sync/operationEnded' }>;

/** What tabs of one browser and one user tell each other. What they did, each reads on the disk. */
export type TabMessage =
  /** Something is on disk that was not there before. */
  | { readonly kind: 'stored' }
  /** A run of the sync began or ended. */
  | { readonly kind: 'run'; readonly event: RunEvent }
  /** The server was set back; with how many changes were made again. */
  | { readonly kind: 'setBack'; readonly count: number }
  /** A tab that does not lead wants a round. */
  | { readonly kind: 'syncWanted'; readonly force: boolean }
  /** A visible tab holds changes that no disk took: nobody else can send them, so it asks to lead. */
  | { readonly kind: 'leadWanted' }
  /** A visible tab shows lists, or no longer does: the leader keeps the stream open for it. */
  | { readonly kind: 'streamWanted'; readonly tab: string; readonly isWanted: boolean }
  /** A tab has begun to lead: who shows lists may say so again. */
  | { readonly kind: 'streamAsked' }
  /** The service worker could not write; for the log. */
  | { readonly kind: 'workerProblem'; readonly reason: string };

export interface TabChannel {
  post(message: TabMessage): void;
  close(): void;
}

/** Opens the channel of one user's tabs. What comes out of it is still to be read. */
export type OpenChannel = (name: string, onMessage: (message: unknown) => void) => TabChannel;

/** Null where the browser refuses it together with storage, as Firefox does: there is no disk then that tabs could share. */
const openedChannel = (name: string): BroadcastChannel | null => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
};

/** Over BroadcastChannel. */
export const openBroadcastChannel: OpenChannel = (name, onMessage) => {
  const channel = openedChannel(name);
  if (!channel) return { post: () => undefined, close: () => undefined };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
};
