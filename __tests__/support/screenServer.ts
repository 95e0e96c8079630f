import { afterAll } from '@jest/globals';
import type { ItemId, ListId, RowId } from '../../src/contract/ids';
import { type Collection, type Fields, isObject, wirePath } from '../../src/contract/records';
import { type ContractServer, startContractServer } from './contractServer';
import { eventually } from './eventually';

/**
 * The real server for the screens' tests: one for the tests of a file, with an account for each test. Other devices call it
 * directly, not over the network of the app under test. The app gets their changes by the event stream or a pull.
 */

const DAY_MS = 24 * 60 * 60 * 1000;

let server: Promise<ContractServer> | null = null;
let accounts = 0;

const running = (): Promise<ContractServer> => {
  server ??= startContractServer();
  return server;
};

afterAll(async () => {
  const ending = await server;
  server = null;
  await ending?.close();
});

/** A row as the server has it. */
interface Row {
  readonly documentId: string;
  readonly updatedAt: string;
}

const isRow = (value: unknown): value is object & Row =>
  isObject(value) && typeof value.documentId === 'string' && typeof value.updatedAt === 'string';

/** The row of an answer. @throws if the answer is none */
const rowOf = (answer: unknown): Row => {
  const row = isObject(answer) ? answer.data : null;
  if (!isRow(row)) throw new Error(`no row: ${JSON.stringify(answer)}`);
  return row;
};

const signUp = (contract: ContractServer) => {
  accounts += 1;
  return contract.signUp(`ola-${accounts}@example.com`);
};

/** An account, and a second device that is signed in to it. */
export const openAccount = async () => {
  const contract = await running();
  // The app compares the server's clock with its own.
  contract.clock.now = Math.max(contract.clock.now, Date.now());
  const login = await signUp(contract);
  const { jwt: elsewhere } = await contract.signIn(login.user.email);
  const others = new Map<string, string>();
  /** The document ids of rows that were removed. */
  const removed = new Map<RowId, string>();

  const call = (jwt: string, method: string, path: string, data?: unknown): Promise<unknown> =>
    contract.call(jwt, method, path, data === undefined ? undefined : { data });
  const jwtOf = (name: string | undefined): string => {
    const jwt = name === undefined ? elsewhere : others.get(name);
    if (!jwt) throw new Error(`${name} is no member of a list`);
    return jwt;
  };
  const setName = (jwt: string, name: string): Promise<unknown> => contract.call(jwt, 'PUT', '/users/me', { name });
  const find = async (collection: Collection, uuid: RowId): Promise<Row> => {
    const answer = await call(elsewhere, 'GET', `/${wirePath[collection]}?filters[uuid][$in][0]=${uuid}`);
    const row: unknown = isObject(answer) && Array.isArray(answer.data) ? answer.data[0] : null;
    if (!isRow(row) || ('deletedAt' in row && row.deletedAt !== null))
      throw new Error(`the server does not know ${collection} ${uuid}`);
    return row;
  };

  return {
    origin: contract.origin,
    jwt: login.jwt,
    user: login.user,
    find,
    /** Another device adds a row. */
    add: async (collection: Collection, row: { readonly uuid: ListId | ItemId } & Readonly<Record<string, unknown>>) =>
      rowOf(await call(elsewhere, 'POST', `/${wirePath[collection]}`, row)),
    /** Another device changes a row, or the device of a member with this name. */
    edit: async (collection: Collection, uuid: RowId, fields: Partial<Fields>, by?: string): Promise<Row> => {
      const { documentId } = await find(collection, uuid);
      return rowOf(await call(jwtOf(by), 'PUT', `/${wirePath[collection]}/${documentId}`, fields));
    },
    /** The person sets their name on another device. */
    tellName: (name: string) => setName(elsewhere, name),
    /** Moves the server's clock forward. */
    daysPass: (days: number): void => {
      contract.clock.now += days * DAY_MS;
    },
    /** The link in the mail about a forgotten password, without its origin. */
    resetLink: async (): Promise<string> => {
      const { email } = login.user;
      const before = contract.mails.length;
      await contract.call('', 'POST', '/auth/forgot-password', { email });
      const mails = () => contract.mails.slice(before).filter(({ to }) => to === email);
      const [mail] = await eventually(mails, ({ length }) => length > 0);
      const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
      return link.slice(contract.origin.length);
    },
    /** Another program signs in. @throws if the password is wrong */
    signIn: async (password: string): Promise<string> => {
      const answer = await contract.call('', 'POST', '/auth/local', { identifier: login.user.email, password });
      const { jwt } = answer as { readonly jwt?: string };
      if (!jwt) throw new Error(JSON.stringify(answer));
      return jwt;
    },
    /** Another device removes a row, or the device of a member with this name. */
    remove: async (collection: Collection, uuid: RowId, by?: string): Promise<void> => {
      const { documentId } = await find(collection, uuid);
      removed.set(uuid, documentId);
      await call(jwtOf(by), 'DELETE', `/${wirePath[collection]}/${documentId}`);
    },
    /** Another device brings a removed list back. */
    bringBack: async (list: ListId): Promise<void> => {
      await contract.call(elsewhere, 'POST', `/lists/removed/${removed.get(list)}/restore`, {});
    },
    /** Another device of the person leaves the list. */
    leave: async (list: ListId): Promise<void> => {
      const { documentId } = await find('lists', list);
      await call(elsewhere, 'DELETE', `/lists/${documentId}/members/me`);
    },
    /** Somebody with this name joins the list by an invitation: a new account, unless `known` is the token of one. */
    join: async (list: ListId, name: string, known?: string): Promise<void> => {
      const { documentId } = await find('lists', list);
      const jwt = known ?? others.get(name) ?? (await signUp(contract)).jwt;
      others.set(name, jwt);
      await setName(jwt, name);
      // A person needs a name before they can invite.
      await setName(elsewhere, 'Ola');
      const invited = await contract.call(elsewhere, 'POST', `/lists/${documentId}/invites`, {});
      if (!isObject(invited) || !isObject(invited.data)) throw new Error(`no invitation: ${JSON.stringify(invited)}`);
      const { code } = invited.data;
      await contract.call(jwt, 'POST', '/invites/accept', { code });
    },
  };
};

export type Account = Awaited<ReturnType<typeof openAccount>>;
