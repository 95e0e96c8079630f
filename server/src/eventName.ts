import type { StreamEventName } from '../../src/contract/events';
import type { Collection } from '../../src/contract/records';

export type EventKind = 'create' | 'patch' | 'delete';

export const eventName = (collection: Collection, kind: EventKind): StreamEventName =>
  collection === 'lists' ? `list::${kind}` : `list-item::${kind}`;
