import { existsSync, statSync } from 'node:fs';
import pg from 'pg';
import { resetLink } from '../../../src/contract/resetLink';
import { DatabaseFault } from '../databaseFault';
import { databaseFileIn } from '../dataFolder';
import type { Env } from '../env';
import { migrate, requireNewest } from '../migrate';
import { parseData } from '../parseData';
import { refuseCommonPassword } from '../passwordRule';
import { newPasswordData, registerData } from '../schemas';
import { makeServices, type Services } from '../services';
import { nameOf, openData } from '../startUp';
import { reasonOf, StartUpError } from '../startUpError';
import type { UserStore } from '../userStore';
import { commandEnv } from './commandEnv';
import { promptPassword } from './promptPassword';
import { UsageError } from './usageError';

const passwordFor = async (email: string): Promise<string> => {
  const given = process.env.LISTY_PASSWORD;
  if (given !== undefined) return given;
  if (!process.stdin.isTTY) throw new UsageError('set LISTY_PASSWORD, or run it in a terminal to be asked');
  return promptPassword(`Password for ${email}: `);
};

const accountFor = async (email: string) => {
  const account = parseData(
    registerData,
    { username: email, email, password: await passwordFor(email) },
    'is required',
  );
  refuseCommonPassword(account.password);
  return account;
};

/** Without a check of the e-mail: an older release may have accepted what this one refuses. */
const newPasswordFor = async (email: string): Promise<string> => {
  const { password } = parseData(newPasswordData, { password: await passwordFor(email) }, 'is required');
  refuseCommonPassword(password);
  return password;
};

const noAccount = (email: string): StartUpError => new StartUpError(`there is no account ${email}`);

const existing = async (users: UserStore, email: string) => {
  const user = await users.byEmail(email);
  if (!user) throw noAccount(email);
  return user;
};

const day = (ms: number): string => (ms === 0 ? 'never' : new Date(ms).toISOString().slice(0, 10));

/** What a stored e-mail must not do: move the cursor of the terminal, or begin a new line. */
const CONTROLS = /\p{Cc}/gu;

const table = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => cell.replace(CONTROLS, '?')).join('\t')).join('\n');

/** A placeholder for the app's address when `PUBLIC_URL` is not set. */
const THE_APP = 'https://THE-ADDRESS-OF-THE-APP/';

type Action = (services: Pick<Services, 'users' | 'resets'>, email: string, appUrl: string) => Promise<string>;

const ACTIONS: Readonly<Record<string, Action>> = {
  add: async ({ users }, email) => {
    await users.add(await accountFor(email));
    return `${email} can sign in now`;
  },
  password: async ({ users }, email) => {
    const { id } = await existing(users, email);
    if (!(await users.setPassword(id, await newPasswordFor(email)))) throw noAccount(email);
    return `${email} has a new password`;
  },
  reset: async ({ users, resets }, email, appUrl) => {
    const { id } = await existing(users, email);
    const code = await resets.open(id, 0);
    if (code === null) throw noAccount(email);
    return `${email} sets a new password at ${resetLink(appUrl, code)} within an hour`;
  },
  remove: async ({ users }, email) => {
    if (await users.remove(email)) return `${email} is removed`;
    throw noAccount(email);
  },
  list: async ({ users }) => {
    const rows = (await users.all()).map(({ email, created_at, clock }) => [email, day(created_at), day(clock)]);
    return table([['email', 'created', 'last change'], ...rows]);
  },
};

const isInPostgres = async (databaseUrl: string): Promise<boolean> => {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
    await client.connect();
    const { rows } = await client.query(`select to_regclass('schema_version') is not null as there`);
    return rows[0]?.there === true;
  } catch (error) {
    throw new StartUpError(`the database cannot be opened: ${reasonOf(error) || 'no answer'}`);
  } finally {
    await client?.end().catch(() => undefined);
  }
};

const isThere = ({ databaseUrl, dataDir }: Env): boolean | Promise<boolean> => {
  if (databaseUrl !== null) return isInPostgres(databaseUrl);
  const file = databaseFileIn(dataDir);
  return existsSync(file) && statSync(file).size > 0;
};

/** `listy user …`: manages the accounts in the environment's database. It creates a database only with `--new`. */
export const userCommand = async (args: readonly string[]): Promise<string> => {
  const [name = '', email = '', ...rest] = args.filter((arg) => arg !== '--new');
  const isNewAllowed = name === 'add' && args.includes('--new');
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action || rest.length > 0 || (name === 'list') !== (email === '')) throw new UsageError();
  if (args.includes('--new') && !isNewAllowed) throw new UsageError();
  const env = commandEnv();
  const isMade = await isThere(env);
  if (!isMade && !isNewAllowed) {
    throw new StartUpError(
      `there is no database in ${nameOf(env)}: set DATA_DIR or DATABASE_URL as for the server, or make one with "listy user add EMAIL --new"`,
    );
  }
  const database = await openData(env, isMade ? requireNewest : migrate);
  try {
    const outcome = await action(makeServices({ database }), email, env.publicUrl ?? THE_APP);
    return name === 'list' ? outcome : `${outcome} (database ${nameOf(env)}${isMade ? '' : ', made now'})`;
  } catch (error) {
    if (error instanceof DatabaseFault) throw new StartUpError(`the database is not available: ${error.message}`);
    throw error;
  } finally {
    await database.close();
  }
};
