import { type Collection, isObject } from './records';

/** The six stream events, each with its collection and its type. */
export const STREAM_EVENTS = {
  'list::create': { collection: 'lists', type: 'create' },
  'list::patch': { collection: 'lists', type: 'patch' },
  'list::delete': { collection: 'lists', type: 'delete' },
  'list-item::create': { collection: 'items', type: 'create' },
  'list-item::patch': { collection: 'items', type: 'patch' },
  'list-item::delete': { collection: 'items', type: 'delete' },
} as const satisfies Record<string, { collection: Collection; type: 'create' | 'patch' | 'delete' }>;

export type StreamEventName = keyof typeof STREAM_EVENTS;
export const isStreamEventName = (name: unknown): name is StreamEventName =>
  typeof name === 'string' && Object.hasOwn(STREAM_EVENTS, name);

const LONGEST_NAME = 40;

/** The name of the member who made the change. Null for the person's own devices, and if the event has no name. */
export const authorOf = (data: unknown): string | null => {
  const by = isObject(data) ? data.by : null;
  const name = isObject(by) && typeof by.name === 'string' ? by.name.trim().slice(0, LONGEST_NAME) : '';
  return name === '' ? null : name;
};

/** One event of the stream. `data` is JSON that was not checked yet. */
export interface StreamEvent {
  readonly id: string;
  readonly name: StreamEventName;
  readonly data: unknown;
}
