import { v7 as newUuid } from 'uuid';
import { DEMO_REFUSAL } from '../../src/contract/demoRefusal';
import type { Database } from './databasePort';
import type { Executor } from './preparedQuery';
import { Problem, refused } from './problems';
import { makeServices, type Services } from './services';
import type { StoredUser } from './userStore';

export const DEMO_EMAIL = 'demo@example.com';
export const DEMO_PASSWORD = 'demo1234';

/**
 * Refuses actions that the public demo account must not do: sharing, and changes of the account.
 * @param demo whether the server offers the demo account; otherwise an account with this email is a normal one
 * @throws 400 for the demo account
 */
export const refuseDemo = ({ email }: StoredUser, demo: boolean): void => {
  if (demo && email === DEMO_EMAIL) throw refused(DEMO_REFUSAL);
};

type DemoItem = readonly [description: string, quantity: string, done?: boolean];
const DEMO_LISTS: readonly { readonly name: string; readonly icon: string; readonly items: readonly DemoItem[] }[] = [
  {
    name: 'Zakupy na weekend',
    icon: 'tomato',
    items: [
      ['Chleb żytni', '1 szt.', true],
      ['Mleko', '2 l'],
      ['Jajka', '10 szt.'],
      ['Pomidory malinowe', '1 kg'],
      ['Kawa', '250 g'],
    ],
  },
  {
    name: 'Apteka',
    icon: 'pill',
    items: [
      ['Witamina D', '1 op.'],
      ['Plastry', '2 op.'],
      ['Krem z filtrem', '50 ml', true],
    ],
  },
  {
    name: 'Pizza w piątek',
    icon: 'pizza',
    items: [
      ['Mąka typ 00', '500 g'],
      ['Mozzarella', '2 szt.'],
      ['Sos pomidorowy', '400 ml'],
      ['Bazylia', '1 doniczka'],
    ],
  },
];

const addLists = async ({ users, records }: Services): Promise<void> => {
  if (!(await users.isEmpty())) return;
  const demo = { username: 'demo', email: DEMO_EMAIL, password: DEMO_PASSWORD };
  const user = await users.add(demo).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
  if (!user) return;
  const writer = { userId: user.id, session: null };
  for (const { name, icon, items } of DEMO_LISTS) {
    const list = newUuid();
    await records.create(writer, 'lists', { uuid: list, name, icon }, []);
    for (const [description, quantity, done = false] of items) {
      await records.create(writer, 'items', { uuid: newUuid(), list, description, quantity, done }, []);
    }
  }
};

/** The database as seen from inside of one transaction, to which all writes belong. */
const inside = (database: Database, trx: Executor): Database => ({
  ...database,
  db: trx,
  write: (work) => work(trx),
  announce: () => undefined,
  onAnnounced: () => undefined,
});

/**
 * Creates the demo account if the database has no users, unless another process that starts now does so first. It is
 * created whole or not at all: a start that is killed leaves nothing of it behind.
 */
export const addDemoAccount = async ({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> =>
  database.write((trx) => addLists(makeServices({ database: inside(database, trx), now })));
