import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Collection, isObject, wirePath } from '../../../src/contract/records';
import { idempotencyKeysOf, sessionOf, splitKeys, writerOf } from '../authenticate';
import { namesTag } from '../entityTags';
import { listAnswer, longListAnswer, ROWS_IN_A_PART } from '../listAnswer';
import { type Pagination, parseListQuery, selectRows } from '../listQuery';
import { parseData } from '../parseData';
import type { Patch } from '../patchRows';
import { invalid, missingData, notFound, Problem, tooLarge, unauthorized } from '../problems';
import { TOMBSTONES_TOLD_MS } from '../purge';
import { createData, patchData, updateData } from '../schemas';
import type { Services } from '../services';
import type { StoredUser } from '../userStore';
import { type Fields, isoOf, type RecordRow } from '../wireRecord';

/** More entries than any client sends: the smallest change takes a hundred bytes of its 500 kB. */
const MOST_ENTRIES = 5000;

const JSON_TYPE = 'application/json; charset=utf-8';

const dataOf = (body: unknown): unknown => {
  if (!isObject(body) || body.data === undefined || body.data === null) throw missingData();
  return body.data;
};

/** No row's id contains a NUL, and PostgreSQL cannot handle one in a query. */
const documentIdOf = (params: unknown): string => {
  const { documentId } = params as { documentId: string };
  if (documentId.includes('\0')) throw notFound();
  return documentId;
};

const parsePatch = (collection: Collection, entry: unknown): Patch => {
  const { documentId, uuid, idempotencyKey, ...fields } = parseData(patchData[collection], entry);
  if (documentId === undefined && uuid === undefined) throw invalid('"documentId" or "uuid" is required in data');
  if (idempotencyKey?.includes('\0')) throw invalid('idempotencyKey is not valid');
  return {
    documentId: documentId ?? null,
    uuid: uuid ?? null,
    fields: fields as Fields,
    keys: splitKeys(idempotencyKey),
  };
};

const parseOrProblem = (collection: Collection, entry: unknown): Patch | Problem => {
  try {
    return parsePatch(collection, entry);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

const rejection = (entry: unknown, problem: Problem) => {
  const uuid = isObject(entry) && typeof entry.uuid === 'string' ? entry.uuid.slice(0, 64) : null;
  return { uuid, status: problem.status, message: problem.message };
};

/**
 * Facts about an answer. `total`: the number of rows of all pages, so that a reader notices missing ones. `clock`: the
 * greatest `updatedAt` that the user was ever given. A reader who knows a greater one sees that the server was set
 * back. `removalsSince`: no tombstone of a later removal was purged. So a reader who has synced since then knows that a
 * row without a tombstone was not removed.
 */
const listMeta = (clock: number, pagination: Pagination, now: number) => ({
  pagination,
  total: pagination.total,
  clock: isoOf(clock),
  // The clock shows that a purge came later, if the machine's clock was set back since.
  removalsSince: isoOf(Math.max(now, clock) - TOMBSTONES_TOLD_MS),
});

/** How often the rows are read while somebody writes. */
const MOST_READS = 3;

/** The routes of one collection; both collections have the same. */
export const recordRoutes = (
  scope: FastifyInstance,
  { records, users, now }: Services,
  collection: Collection,
): void => {
  const path = `/${wirePath[collection]}`;

  /**
   * Reads the rows and the clock of one moment. When the user loses a shared list, its items are missing and have no
   * tombstones. With an older clock a reader would take them for forgotten by the server, and send them again.
   */
  const readRows = async (
    { id, clock: before }: Pick<StoredUser, 'id' | 'clock'>,
    since: number,
    reads = MOST_READS,
  ): Promise<{ readonly found: readonly RecordRow[]; readonly clock: number }> => {
    const found = await records.since(id, collection, since);
    const user = await users.byId(id);
    // All rows of a deleted account are missing, which is no news about them.
    if (!user) throw unauthorized('Invalid credentials');
    return user.clock === before || reads === 1 ? { found, clock: user.clock } : readRows(user, since, reads - 1);
  };

  scope.get(path, async (request, reply) => {
    const { user } = sessionOf(request);
    const query = parseListQuery(collection, request.query as Record<string, unknown>);
    // Every change of a row moves the user's clock, so the clock identifies the state of all rows.
    const tag = `W/"${user.id}-${user.clock}"`;
    reply.header('Cache-Control', 'private, no-cache').header('ETag', tag);
    // Added to `Origin`, which CORS sets.
    reply.header('Vary', [reply.getHeader('Vary'), 'Authorization'].filter(Boolean).join(', '));
    if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    const { found, clock } = await readRows(user, query.since);
    const { rows, pagination } = selectRows(found, query);
    const meta = JSON.stringify(listMeta(clock, pagination, now()));
    reply.type(JSON_TYPE);
    if (rows.length > ROWS_IN_A_PART) return reply.send(Readable.from(longListAnswer(collection, rows, meta)));
    return reply.send(listAnswer(collection, rows, meta));
  });

  scope.get(`${path}/:documentId`, async (request, reply) => {
    const record = await records.one(sessionOf(request).user.id, collection, documentIdOf(request.params));
    return reply.type(JSON_TYPE).send(`{"data":${record}}`);
  });

  scope.post(path, async (request, reply) => {
    const data = parseData(createData[collection], dataOf(request.body));
    const { isNew, record } = await records.create(writerOf(request), collection, data, idempotencyKeysOf(request));
    return reply
      .code(isNew ? 201 : 200)
      .type(JSON_TYPE)
      .send(`{"data":${record}}`);
  });

  scope.put(`${path}/:documentId`, async (request, reply) => {
    const { uuid = null, ...fields } = parseData(updateData[collection], dataOf(request.body));
    const documentId = documentIdOf(request.params);
    const patch = { documentId, uuid, fields: fields as Fields, keys: idempotencyKeysOf(request) };
    const record = await records.update(writerOf(request), collection, patch);
    return reply.type(JSON_TYPE).send(`{"data":${record}}`);
  });

  scope.delete(`${path}/:documentId`, async (request, reply) => {
    const keys = idempotencyKeysOf(request);
    const record = await records.remove(writerOf(request), collection, documentIdOf(request.params), keys);
    return record === null ? reply.code(204).send() : reply.type(JSON_TYPE).send(`{"data":${record}}`);
  });

  scope.patch(`${path}/patch`, async (request, reply) => {
    const entries = dataOf(request.body);
    if (!Array.isArray(entries)) throw missingData();
    if (entries.length > MOST_ENTRIES) throw tooLarge(`at most ${MOST_ENTRIES} entries are taken at once`);
    const parsed = entries.map((entry) => parseOrProblem(collection, entry));
    const patches = parsed.filter((patch): patch is Patch => !(patch instanceof Problem));
    const outcomes = patches.length > 0 ? await records.patchAll(writerOf(request), collection, patches) : [];
    const applied = outcomes.values();
    const rejected: object[] = [];
    const accepted: string[] = [];
    parsed.forEach((patch, at) => {
      const outcome = patch instanceof Problem ? patch : applied.next().value;
      if (outcome instanceof Problem) rejected.push(rejection(entries[at], outcome));
      else if (outcome !== undefined) accepted.push(outcome);
    });
    return reply.type(JSON_TYPE).send(`{"data":[${accepted.join()}],"meta":${JSON.stringify({ rejected })}}`);
  });
};
