import type { StreamEventName } from '../../../src/contract/events';
import { emptyFields } from '../../../src/contract/fields';
import type { Collection } from '../../../src/contract/records';
import type { StoredRow } from '../modelProvider';
import type { Random } from '../simulationRandom';
import type { Owner, Scheduler } from '../simulationScheduler';

interface Connection {
  readonly owner: Owner;
  readonly session: string;
  push(event: string): void;
  fail(): void;
}

const word = { lists: 'list', items: 'list-item' } as const;

const nameOf = (collection: Collection, row: StoredRow, before: StoredRow | undefined): StreamEventName =>
  `${word[collection]}::${row.deletedAt ? 'delete' : before ? 'patch' : 'create'}`;

/** Only the changed fields, as the contract allows for a patch. */
const partOf = (collection: Collection, row: StoredRow, before: StoredRow) => {
  const changed = Object.keys(emptyFields[collection]).filter((name) => row[name] !== before[name]);
  return Object.fromEntries(['uuid', 'documentId', 'updatedAt', ...changed].map((name) => [name, row[name]]));
};

/** The event streams of one account. Events are lost, doubled, late, out of order, with some fields only, or without a time. */
export const makeStreams = (random: Random, scheduler: Scheduler, hasEchoes: boolean) => {
  const connections = new Set<Connection>();
  const told = new Map<string, StoredRow>();
  const network: Owner = { isDead: false };
  let isCalm = false;
  let ids = 0;

  const dataOf = (collection: Collection, row: StoredRow, before: StoredRow | undefined): object => {
    if (isCalm || row.deletedAt || !before || random.chance(0.5)) return row;
    const { updatedAt, uuid, ...part } = partOf(collection, row, before);
    if (random.chance(0.2)) return { uuid, ...part };
    return random.chance(0.2) ? { updatedAt, ...part } : { uuid, updatedAt, ...part };
  };

  const send = async (connection: Connection, event: string): Promise<void> => {
    for (let turns = isCalm ? 1 : random.below(20); turns > 0; turns -= 1) await scheduler.turn(network);
    connection.push(event);
  };

  return {
    /** @param writer the session that wrote the row */
    tell: (collection: Collection, row: StoredRow, writer: string): void => {
      const before = told.get(row.uuid);
      told.set(row.uuid, row);
      ids += 1;
      const name = nameOf(collection, row, before);
      const event = `id: ${ids}\nevent: ${name}\ndata: ${JSON.stringify(dataOf(collection, row, before))}\n\n`;
      for (const connection of connections) {
        if (connection.session === writer && !hasEchoes) continue;
        if (!isCalm && random.chance(0.25)) continue;
        void send(connection, event);
        if (!isCalm && random.chance(0.2)) void send(connection, event);
      }
    },
    /** The body of one stream, with `read` like a reader of the browser. */
    open: (owner: Owner, session: string, signal: AbortSignal) => {
      const encoder = new TextEncoder();
      let events: Uint8Array[] = [];
      let wake: () => void = () => undefined;
      let isBroken = false;
      const connection: Connection = {
        owner,
        session,
        push: (event) => {
          events.push(encoder.encode(event));
          wake();
        },
        fail: () => {
          isBroken = true;
          connections.delete(connection);
          wake();
        },
      };
      connections.add(connection);
      signal.addEventListener('abort', connection.fail);
      const read = async (): Promise<{ done: boolean; value: Uint8Array }> => {
        while (events.length === 0 && !isBroken) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        if (!isBroken) await scheduler.turn(owner);
        const [value] = events;
        if (isBroken || !value) throw new Error('stream broken');
        events = events.slice(1);
        return { done: false, value };
      };
      return { read, cancel: async () => connection.fail() };
    },
    /** Ends all connections of the account: its tokens were revoked. */
    breakAll: (): void => {
      for (const connection of [...connections]) connection.fail();
    },
    /** The provider restarted with other data. */
    restart: (): void => {
      told.clear();
      for (const connection of [...connections]) connection.fail();
    },
    died: (owner: Owner): void => {
      for (const connection of connections) if (connection.owner === owner) connections.delete(connection);
    },
    calm: (): void => {
      isCalm = true;
    },
  };
};

export type Streams = ReturnType<typeof makeStreams>;
