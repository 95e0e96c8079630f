#!/usr/bin/env node
import { Problem } from '../problems';
import { StartUpError } from '../startUpError';
import { backupCommand } from './backup';
import { restoreCommand } from './restore';
import { UsageError } from './usageError';
import { userCommand } from './user';

const USAGE = `Usage: listy user add EMAIL        create an account; with --new on a database that is made now
       listy user list             show all accounts
       listy user password EMAIL   set a new password and sign its devices out
       listy user reset EMAIL      show a link to set a new password with; it works once, for an hour
       listy user remove EMAIL     delete the account; its shared lists pass to who joined first
       listy backup FILE           write a copy of the data; the server may run
       listy restore FILE          put a copy in the place of the data; the server must not run
DATA_DIR or DATABASE_URL say which database is meant, as for the server.
A password is asked for, or taken from LISTY_PASSWORD.`;

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => string | Promise<string>>> = {
  user: userCommand,
  backup: backupCommand,
  restore: restoreCommand,
};

const main = async (): Promise<void> => {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(USAGE);
  process.stdout.write(`${await command(args)}\n`);
};

/** Exit codes: 0 done, 1 failed, 2 wrong usage. */
main().catch((error: unknown) => {
  const isUsage = error instanceof UsageError;
  const isExpected = isUsage || error instanceof StartUpError || error instanceof Problem;
  const text = isUsage ? error.message || USAGE : (error as Error).message;
  process.stderr.write(`${isExpected ? text : (error as Error).stack}\n`);
  process.exitCode = isUsage ? 2 : 1;
});
