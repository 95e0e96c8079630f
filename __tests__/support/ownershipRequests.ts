import type { Model, ModelList, ModelRow } from './ownershipModel';
import type { Random } from './simulationRandom';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface FuzzUser {
  readonly id: number;
  call(method: string, url: string, body?: unknown): Promise<Answer>;
}

export interface Wire {
  readonly uuid: string;
  readonly documentId: string;
  readonly deletedAt: string | null;
  readonly [field: string]: unknown;
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  /** The row that the request names; null if it is not about a single row. */
  readonly row: ModelRow | null;
  readonly done: (answer: Answer) => void;
}

const FIELDS = { lists: ['name', 'icon'], items: ['description', 'quantity', 'done'] } as const;
const PATHS = { lists: 'lists', items: 'list-items' } as const;
const MOST_ROWS = 400;

export const dataOf = <T>({ body }: Answer): T => (body as { data: T }).data;
export const isGood = ({ status }: Answer): boolean => status >= 200 && status < 300;
export const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null && 'uuid' in value;
export const fieldsIn = (kind: 'lists' | 'items', record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    FIELDS[kind].map((name) => [name, typeof record[name] === 'number' ? record[name] === 1 : record[name]]),
  );

export const fail = (what: string): never => {
  throw new Error(what);
};

/** Makes the next request of a user, about any row of anybody, visible to the user or not. The model is updated after a good answer. */
export const makeRequests = (model: Model, { below, chance, pick }: Random, seed: number) => {
  let made = 0;

  const settle = (record: Wire): void => {
    const row = model.rows.get(record.documentId);
    if (row && record.deletedAt === null) row.fields = fieldsIn(row.kind, record);
  };

  const word = () => `word ${below(1e9)}`;
  const someFields = (kind: 'lists' | 'items') =>
    kind === 'lists' ? { name: word() } : pick([{ description: word() }, { quantity: word() }, { done: chance(0.5) }]);

  const newList = (user: FuzzUser): Request => {
    made += 1;
    const uuid = `l-${seed}-${made}`;
    const done = (answer: Answer) => {
      const record = dataOf<Wire>(answer);
      model.addList(record.documentId, record.uuid, user.id, fieldsIn('lists', record));
    };
    return { method: 'POST', url: '/lists', body: { data: { uuid, name: word() } }, row: null, done };
  };

  const newItem = (user: FuzzUser, list: ModelList): Request => {
    made += 1;
    const known = chance(0.1) ? pick(model.all()) : undefined;
    const uuid = known?.uuid ?? `i-${seed}-${made}`;
    const done = (answer: Answer) => {
      const record = dataOf<Wire>(answer);
      if (!model.rows.has(record.documentId) && answer.status === 201) {
        const parent = model.lists().find((one) => one.uuid === record.list && one.members.includes(user.id));
        if (!parent) return void fail(`user ${user.id} put an item into a list they are not in`);
        model.addItem(record.documentId, record.uuid, parent, fieldsIn('items', record));
      }
    };
    const data = { uuid, list: list.uuid, description: word() };
    // A known uuid of another list that the user sees is answered, whatever list the request names.
    return { method: 'POST', url: '/list-items', body: { data }, row: known ? null : list, done };
  };

  const edit = (row: ModelRow): Request => ({
    method: 'PUT',
    url: `/${PATHS[row.kind]}/${row.documentId}`,
    body: { data: someFields(row.kind) },
    row,
    done: (answer) => settle(dataOf<Wire>(answer)),
  });

  const patch = (kind: 'lists' | 'items'): Request => {
    const rows = model.all().filter((row) => row.kind === kind);
    const entries = [pick(rows), pick(rows), pick(rows)]
      .filter((row) => row !== undefined)
      .map(({ documentId, uuid }) => ({ ...(chance(0.7) ? { documentId } : { uuid }), ...someFields(kind) }));
    const done = (answer: Answer) => dataOf<Wire[]>(answer).forEach(settle);
    return { method: 'PATCH', url: `/${PATHS[kind]}/patch`, body: { data: entries }, row: null, done };
  };

  const takeAway = (user: FuzzUser, row: ModelRow): Request => ({
    method: 'DELETE',
    url: `/${PATHS[row.kind]}/${row.documentId}`,
    row,
    done: () => {
      if (!row.isAlive) return;
      if (row.kind === 'lists' && row.owner !== user.id) model.takeOut(row, user.id);
      else model.remove(row);
    },
  });

  const people = (user: FuzzUser, list: ModelList): Request => {
    const at = `/lists/${list.documentId}`;
    const nothing = () => undefined;
    const kind = below(6);
    if (kind === 0) return { method: 'GET', url: `${at}/members`, row: list, done: nothing };
    if (kind === 1) {
      const done = () => model.takeOut(list, user.id);
      return { method: 'DELETE', url: `${at}/members/me`, row: list, done };
    }
    const invite = pick(model.invites());
    if (kind === 2 || !invite) {
      const done = (answer: Answer) => model.addInvite({ ...dataOf<{ id: string; code: string }>(answer), list });
      return { method: 'POST', url: `${at}/invites`, row: list, done };
    }
    if (kind === 3) return { method: 'DELETE', url: `${at}/invites/${invite.id}`, row: list, done: nothing };
    const done = (answer: Answer) => {
      const row = model.rows.get(dataOf<Wire>(answer).documentId);
      if (row !== invite.list) return void fail('an invitation led to another list');
      model.join(invite.list, user.id);
    };
    return { method: 'POST', url: '/invites/accept', body: { code: invite.code }, row: null, done };
  };

  const look = (row: ModelRow): Request => {
    const path = `/${PATHS[row.kind]}`;
    const url = pick([`${path}/${row.documentId}`, `${path}?filters[uuid][$in][0]=${row.uuid}`]) ?? path;
    return { method: 'GET', url, row: url.includes('?') ? null : row, done: () => undefined };
  };

  const removeSomebody = async (user: FuzzUser, list: ModelList): Promise<Request | null> => {
    const answer = await user.call('GET', `/api/lists/${list.documentId}/members`);
    if (!isGood(answer)) return null;
    const { members } = dataOf<{ members: { id: string; role: string; isMe: boolean }[] }>(answer);
    const other = pick(members.filter(({ isMe }) => !isMe));
    if (!other) return null;
    const at = members.indexOf(other);
    // The model has the members in the same order: by joining.
    const person = [...list.members][at];
    const done = () => (person === undefined ? fail('nobody was removed') : model.takeOut(list, person));
    return { method: 'DELETE', url: `/lists/${list.documentId}/members/${other.id}`, row: list, done };
  };

  const next = async (user: FuzzUser): Promise<Request> => {
    const row = pick(model.all());
    const list = pick(model.lists());
    if (!row || !list || (model.lists().length < 8 && chance(0.3))) return newList(user);
    const dice = below(100) / 100;
    if (dice < 0.15 && model.rows.size < MOST_ROWS) return newItem(user, list);
    if (dice < 0.3) return edit(row);
    if (dice < 0.4) return patch(pick(['lists', 'items'] as const) ?? 'items');
    if (dice < 0.45) return takeAway(user, row);
    if (dice < 0.6) return look(row);
    if (dice < 0.65) return (await removeSomebody(user, list)) ?? edit(row);
    return people(user, list);
  };

  return { next };
};
