import { askPassword } from './askPassword';
import { parseData } from './parseData';
import { Problem } from './problems';
import { registerData } from './schemas';
import { makeServices } from './services';
import { openData, readEnv, StartUpError } from './startUp';
import type { UserStore } from './userStore';

const USAGE = `Usage: npm run user -- add EMAIL        create an account
       npm run user -- password EMAIL   set a new password and sign its devices out
       npm run user -- remove EMAIL     delete the account with all its lists
The password is asked for, or taken from LISTY_PASSWORD.`;

/** Exit codes: 0 done, 1 not possible, 2 not understood. */
class UsageError extends Error {}

const passwordFor = async (email: string): Promise<string> => {
  const given = process.env.LISTY_PASSWORD;
  if (given !== undefined) return given;
  if (!process.stdin.isTTY) throw new UsageError('set LISTY_PASSWORD, or run it in a terminal to be asked');
  return askPassword(`Password for ${email}: `);
};

const run = async (users: UserStore, command: string, email: string): Promise<string> => {
  if (command === 'remove') {
    if (await users.remove(email)) return `${email} is removed`;
    throw new StartUpError(`there is no account ${email}`);
  }
  const password = await passwordFor(email);
  const account = parseData(registerData, { username: email, email, password }, 'is required');
  if (command === 'add') {
    await users.add(account);
    return `${email} can sign in now`;
  }
  if (await users.setPassword(email, password)) return `${email} has a new password`;
  throw new StartUpError(`there is no account ${email}`);
};

const main = async (): Promise<void> => {
  const [command = '', email = '', ...rest] = process.argv.slice(2);
  if (!['add', 'password', 'remove'].includes(command) || email === '' || rest.length > 0) throw new UsageError(USAGE);
  // Tokens are not signed here, so production's secret is not asked for.
  const env = readEnv({ JWT_SECRET: 'not used by this command, only by the server', ...process.env });
  const database = await openData(env);
  try {
    process.stdout.write(`${await run(makeServices({ database }).users, command, email)}\n`);
  } finally {
    await database.close();
  }
};

main().catch((error: unknown) => {
  const isExpected = error instanceof UsageError || error instanceof StartUpError || error instanceof Problem;
  process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
