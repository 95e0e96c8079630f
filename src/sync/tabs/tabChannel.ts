import type { SyncEvent } from '../model/syncEvents';

/** The begin and the end of an operation. These messages have data that are not on the disk. */
export type RunEvent = Extract<SyncEvent, { type: 'sync/operationStarted' | 'sync/operationEnded' }>;

/** The messages between tabs of one browser and one user. Changes of data are read from the disk. */
export type TabMessage =
  /** Something new was stored. */
  | { readonly kind: 'stored' }
  /** A sync operation began or ended. */
  | { readonly kind: 'run'; readonly event: RunEvent }
  /** A tab that does not lead requests a round. */
  | { readonly kind: 'syncWanted'; readonly force: boolean }
  /** A visible tab has changes that no disk has stored. Only this tab can send them, so it asks for the lead. */
  | { readonly kind: 'leadWanted' }
  /** A visible tab shows lists and does not lead. The leader hands over, unless it shows lists too. */
  | { readonly kind: 'streamWanted' }
  /** The leading tab shows no lists. Tabs that do ask for the stream. */
  | { readonly kind: 'leadOffered' };

/** The message about the begin or the end of an operation. Null for all other events. */
export const messageOf = (event: SyncEvent): TabMessage | null =>
  event.type === 'sync/operationStarted' || event.type === 'sync/operationEnded' ? { kind: 'run', event } : null;

export interface TabChannel {
  post(message: TabMessage): void;
  close(): void;
}

/** Opens the channel of one user's tabs. The receiver still has to parse the messages. */
export type OpenChannel = (name: string, onMessage: (message: unknown) => void) => TabChannel;

/** Uses BroadcastChannel. */
export const openBroadcastChannel: OpenChannel = (name, onMessage) => {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data);
    return { post: (message) => channel.postMessage(message), close: () => channel.close() };
  } catch {
    // A browser blocks it together with storage, as Firefox does. Then tabs share no disk either.
    return { post: () => undefined, close: () => undefined };
  }
};
