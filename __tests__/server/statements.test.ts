import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import { v7 } from 'uuid';
import { openDatabase } from '../../server/src/database';
import { migrate } from '../../server/src/migrate';
import { Problem } from '../../server/src/problems';
import { makeServices } from '../../server/src/services';
import { lawRuns } from '../support/lawRuns';
import { CHEAP_PASSWORDS, START } from './testServer';

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];
const FEW = 2;
const MANY = 150;

/** Services on a database that counts its statements. */
const countingServices = async (location: string) => {
  let statements = 0;
  const database = await openDatabase(location, migrate, () => {
    statements += 1;
  });
  const now = () => START;
  const services = makeServices({ database, now, passwordCost: CHEAP_PASSWORDS });
  const newUser = async () => {
    const username = randomUUID();
    const { id } = await services.users.add({
      username,
      email: `${username}@example.com`,
      password: 'a long password',
    });
    return { userId: id, session: null };
  };
  const counted = async <T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly count: number }> => {
    statements = 0;
    const result = await work();
    // A word to the other processes follows by itself.
    await new Promise((resolve) => setImmediate(resolve));
    return { result, count: statements };
  };
  return { database, services, newUser, counted };
};

type Counting = Awaited<ReturnType<typeof countingServices>>;

const listOf = async (
  { services: { records } }: Counting,
  writer: Awaited<ReturnType<Counting['newUser']>>,
  size: number,
) => {
  const list = randomUUID();
  const { documentId } = JSON.parse((await records.create(writer, 'lists', { uuid: list }, [])).record);
  const items = Array.from({ length: size }, (): string => randomUUID());
  for (const uuid of items) await records.create(writer, 'items', { uuid, list, description: 'Milk' }, []);
  return { list, documentId, items };
};

describe.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'the number of statements (%s)',
  (_name, location) => {
    test('is the same for a list of two items and a long one: to patch them, to remove it, to bring it back', async () => {
      const world = await countingServices(location);
      const { services, newUser, counted, database } = world;
      const countsOf = async (size: number) => {
        const writer = await newUser();
        const { documentId, items } = await listOf(world, writer, size);
        const patches = items.map((uuid) => ({
          documentId: null,
          uuid,
          fields: { quantity: '2' },
          keys: [randomUUID()],
        }));
        const patched = await counted(() => services.records.patchAll(writer, 'items', patches));
        const removed = await counted(() => services.records.remove(writer, 'lists', documentId, [randomUUID()]));
        const back = await counted(() => services.restoreList(writer, documentId));
        expect(patched.result.every((outcome) => typeof outcome === 'string')).toBe(true);
        const rows = await services.records.since(writer.userId, 'items', 0);
        expect(rows.filter(({ deleted_at }) => deleted_at === null)).toHaveLength(size);
        return [patched.count, removed.count, back.count];
      };
      const few = await countsOf(FEW);
      expect(await countsOf(MANY)).toEqual(few);
      for (const count of few) expect(count).toBeLessThan(20);
      await database.close();
    });

    test('is the same for two removed lists and many that one living list may replace: to show what can be restored', async () => {
      const { services, newUser, counted, database } = await countingServices(location);
      const { records, removedLists } = services;
      const countOf = async (size: number) => {
        const writer = await newUser();
        const place = v7().slice(0, 30);
        await records.create(writer, 'lists', { uuid: `${place}ffffff` }, []);
        for (let at = 0; at < size; at += 1) {
          const list = `${place}${String(at).padStart(6, '0')}`;
          const { documentId } = JSON.parse((await records.create(writer, 'lists', { uuid: list }, [])).record);
          await records.create(writer, 'items', { uuid: randomUUID(), list, description: 'Milk' }, []);
          await records.remove(writer, 'lists', documentId, []);
        }
        const { result, count } = await counted(() => removedLists.all(writer.userId, START));
        expect(result).toHaveLength(size);
        return count;
      };
      expect(await countOf(MANY)).toBe(await countOf(FEW));
      await database.close();
    });

    test('a batch does to rows, keys, clock and events what its entries do one after the other', async () => {
      const world = await countingServices(location);
      const { services, newUser, database } = world;
      const { records } = services;

      /** Rows are known by their place in the list, so that two users can be compared. */
      const placed = async () => {
        const writer = await newUser();
        const { items } = await listOf(world, writer, 4);
        const stored = await records.since(writer.userId, 'items', 0);
        const rows = items.map((uuid) => stored.find((row) => row.uuid === uuid));
        await records.remove(writer, 'items', rows[3]?.document_id ?? '', []);
        return { writer, items, documents: rows.map((row) => row?.document_id ?? '') };
      };
      type Entry = typeof entry extends fc.Arbitrary<infer Value> ? Value : never;
      const entry = fc.record({
        row: fc.integer({ min: 0, max: 4 }),
        by: fc.constantFrom('uuid', 'document', 'both', 'crossed'),
        fields: fc.record(
          { description: fc.constantFrom('Milk', 'Bread'), done: fc.boolean(), quantity: fc.constantFrom('', '2') },
          { requiredKeys: [] },
        ),
        keys: fc.subarray(['a', 'b', 'c']),
      });
      const patchOf =
        ({ items, documents }: Awaited<ReturnType<typeof placed>>) =>
        ({ row, by, fields, keys }: Entry) => ({
          documentId: by === 'uuid' ? null : (documents[row] ?? 'nothing'),
          uuid: by === 'document' ? null : (items[by === 'crossed' ? (row + 1) % 4 : row] ?? 'nothing'),
          fields,
          keys,
        });
      const seen = async (
        { writer, items }: Awaited<ReturnType<typeof placed>>,
        outcomes: readonly (string | Problem)[],
      ) => {
        const said = outcomes.map((outcome) => {
          if (outcome instanceof Problem) return `${outcome.status} ${outcome.message}`;
          const { uuid, description, quantity, done } = JSON.parse(outcome);
          return [items.indexOf(uuid), description, quantity, done];
        });
        const rows = await records.since(writer.userId, 'items', 0);
        const mine = database.db.selectFrom('events').where('user_id', '=', writer.userId).orderBy('id');
        const events = (await mine.select(['id', 'data']).execute()).map(({ id, data }) => {
          const { uuid, description, quantity, done, updatedAt } = JSON.parse(data);
          return [items.indexOf(uuid), description, quantity, done, Date.parse(updatedAt) - id];
        });
        const keys = database.db.selectFrom('seen_keys').where('user_id', '=', writer.userId);
        const kept = (await keys.select(['key_text', 'target']).execute()).map(
          ({ key_text, target }) => `${key_text} ${items.indexOf(target)}`,
        );
        const clock = (await services.users.byId(writer.userId))?.clock;
        const table = rows.map(({ uuid, updated_at, quantity, done }) => [
          items.indexOf(uuid),
          updated_at,
          quantity,
          done,
        ]);
        return { said, table, events, kept: kept.sort(), clock };
      };

      await fc.assert(
        fc.asyncProperty(fc.array(entry, { maxLength: 8 }), async (entries) => {
          const [one, other] = [await placed(), await placed()];
          const batch = await records.patchAll(one.writer, 'items', entries.map(patchOf(one)));
          const single: (string | Problem)[] = [];
          for (const given of entries.map(patchOf(other))) {
            const outcome = records.update(other.writer, 'items', given);
            single.push(await outcome.catch((error: unknown) => error as Problem));
          }
          expect(await seen(one, batch)).toEqual(await seen(other, single));
        }),
        lawRuns(20),
      );
      await database.close();
    });
  },
);

test('a row is looked up by its document id in the index of these, not among all rows of the user (SQLite)', async () => {
  const statements: string[] = [];
  const database = await openDatabase(':memory:', migrate, (statement) => statements.push(statement));
  const records = makeServices({ database }).records;
  await records.one(1, 'items', 'a document').catch(() => undefined);
  const [lookUp = ''] = statements.filter((statement) => statement.includes('r.document_id ='));
  const steps = CompiledQuery.raw(`explain query plan ${lookUp.replaceAll('?', "'x'")}`);
  const { rows } = await database.db.executeQuery(steps);
  const plan = rows.map((row) => String((row as { detail: string }).detail)).filter((step) => / r USING/.test(step));
  expect(plan).toHaveLength(2);
  for (const step of plan) expect(step).toContain('items_by_document (document_id=?)');
  await database.close();
});
