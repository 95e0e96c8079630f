import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../server/src/databasePort';
import { listOf, type ModelRow, makeModel } from './ownershipModel';
import { dataOf, type FuzzUser, fail, fieldsIn, isGood, isWire, makeRequests, type Wire } from './ownershipRequests';
import { seededRandom } from './simulationRandom';

/**
 * Three users send whatever they like about each other's rows, invitations and memberships; some lists are shared by two or three of them.
 * After each answer, a model says who is in which list. Nobody may read or change a row of a list that they are not in, by an answer or by
 * the stream. Each answer and each event is checked when it arrives, and the rows in the database after every portion.
 */

/** @throws at the first row that somebody saw or changed without being in its list */
export const fuzzOwnership = async (
  database: Database,
  users: readonly FuzzUser[],
  requests: number,
  seed: number,
  portion = 1000,
): Promise<void> => {
  const random = seededRandom(seed);
  const model = makeModel();
  const { next } = makeRequests(model, random, seed);
  const seen = new Map(users.map(({ id }) => [id, 0]));

  const checkRecord = (user: FuzzUser, record: Wire, before: ReadonlyMap<ModelRow, boolean>): void => {
    const row = model.rows.get(record.documentId);
    if (!row) return void fail(`user ${user.id} was told of ${record.documentId}, which nobody made`);
    const isTombstone = record.deletedAt !== null && row.kind === 'lists' && model.wasMember(row, user.id);
    if (model.isMember(row, user.id) || before.get(row) || isTombstone) return;
    fail(`user ${user.id} saw ${record.documentId} of a list they are not in`);
  };

  const checkEvents = async (before: ReadonlyMap<number, ReadonlyMap<ModelRow, boolean>>): Promise<void> => {
    for (const user of users) {
      const { db } = database;
      const newer = db.selectFrom('events').select(['id', 'data']).where('user_id', '=', user.id);
      const events = await newer
        .where('id', '>', seen.get(user.id) ?? 0)
        .orderBy('id')
        .execute();
      for (const { id, data } of events) {
        seen.set(user.id, id);
        const record = JSON.parse(data) as Wire;
        checkRecord(user, { ...record, deletedAt: record.deletedAt ?? null }, before.get(user.id) ?? new Map());
      }
    }
  };

  const checkRows = async (): Promise<void> => {
    const { db } = database;
    const ids = users.map(({ id }) => id);
    for (const kind of ['lists', 'items'] as const) {
      const stored = await db.selectFrom(kind).selectAll().where('user_id', 'in', ids).execute();
      const expected = model.all().filter((row) => row.kind === kind);
      if (stored.length !== expected.length) fail(`${stored.length} ${kind} are stored, ${expected.length} were made`);
      for (const found of stored) {
        const row = model.rows.get(found.document_id) ?? fail(`nobody made ${found.document_id}`);
        if (listOf(row).owner !== found.user_id) fail(`${found.document_id} lies with another owner`);
        if (row.isAlive !== (found.deleted_at === null)) fail(`${found.document_id} was removed, or is back`);
        if (!row.isAlive || isDeepStrictEqual(row.fields, fieldsIn(kind, { ...found }))) continue;
        fail(`${found.document_id} holds what no member wrote`);
      }
    }
  };

  const membersNow = () =>
    new Map(users.map(({ id }) => [id, new Map(model.all().map((row) => [row, model.isMember(row, id)]))]));

  const forgetRemoved = async (): Promise<void> => {
    const removed = model.all().filter(({ isAlive }) => !isAlive);
    for (const row of removed) model.rows.delete(row.documentId);
    for (const kind of ['items', 'lists'] as const) {
      const documents = removed.filter((row) => row.kind === kind).map(({ documentId }) => documentId);
      if (documents.length > 0) await database.db.deleteFrom(kind).where('document_id', 'in', documents).execute();
    }
    const gone = new Set(removed);
    const documents = removed.map(({ documentId }) => documentId);
    if (gone.size > 0) await database.db.deleteFrom('memberships').where('document_id', 'in', documents).execute();
  };

  for (let sent = 1; sent <= requests; sent += 1) {
    const user = random.pick(users) ?? fail('there are no users');
    const { method, url, body, row, done } = await next(user);
    const before = membersNow();
    const wasIn = row === null || model.isMember(row, user.id);
    const answer = await user.call(method, `/api${url}`, body);
    if (answer.status >= 500) fail(`${method} ${url} broke the server: ${answer.status}`);
    if (!wasIn && answer.status !== 404) fail(`user ${user.id}, no member, got ${answer.status} to ${method} ${url}`);
    if (isGood(answer)) done(answer);
    const data = isGood(answer) && answer.body !== null ? dataOf<unknown>(answer) : null;
    for (const record of [data].flat()) if (isWire(record)) checkRecord(user, record, before.get(user.id) ?? new Map());
    await checkEvents(before);
    if (sent % portion !== 0 && sent !== requests) continue;
    await checkRows();
    await forgetRemoved();
  }
};
