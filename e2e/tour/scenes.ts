import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { v7 } from 'uuid';
import { DEMO, PASSWORD, type Product } from '../support/product';

/** The data, the screens and the camera of the tour. */
export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

interface Scene {
  readonly name: string;
  readonly icon: string;
  readonly open: readonly (readonly [string, string])[];
  readonly done: readonly string[];
}

const LISTS: readonly Scene[] = [
  {
    name: 'Zakupy na weekend',
    icon: 'tomato',
    open: [
      ['mleko 3,2%', '2 l'],
      ['chleb żytni na zakwasie', ''],
      ['ser żółty w plastrach (ten z niebieską etykietą, nie light)', '300 g'],
      ['pomidory malinowe', '1 kg'],
      ['jajka z wolnego wybiegu', '10 szt.'],
      ['śmietana 18%', '1'],
    ],
    done: ['masło', 'kawa ziarnista', 'papier do pieczenia'],
  },
  {
    name: 'Apteka',
    icon: 'pill',
    open: [
      ['ibuprofen', ''],
      ['plastry', ''],
      ['krople do oczu', ''],
      ['witamina D', ''],
    ],
    done: [],
  },
  {
    name: 'Pizza w piątek',
    icon: 'pizza',
    open: [],
    done: ['mąka typ 00', 'drożdże', 'mozzarella', 'passata', 'bazylia', 'oliwa'],
  },
  {
    name: 'Pakowanie na wakacje w Bieszczadach',
    icon: 'airplane',
    open: [
      ['paszporty', ''],
      ['ładowarki', '3'],
      ['krem z filtrem', ''],
      ['leki', ''],
    ],
    done: ['namiot'],
  },
  { name: 'Dla Burka', icon: 'dog', open: [], done: [] },
  {
    name: 'Remont łazienki',
    icon: 'house',
    open: [
      ['fuga', ''],
      ['silikon', '2'],
      ['wkręty 4×40', ''],
      ['farba biała', '5 l'],
    ],
    done: ['pędzel'],
  },
];

const WEEKEND: Scene = {
  name: 'Weekend shopping',
  icon: 'tomato',
  open: [
    ['milk', '2 l'],
    ['sourdough rye bread', ''],
    ['sliced cheese (the one with the blue label, not the light one)', '300 g'],
    ['vine tomatoes', '1 kg'],
    ['free-range eggs', '10'],
    ['sour cream', '1'],
  ],
  done: ['butter', 'coffee beans', 'baking paper'],
};

export interface Login {
  readonly jwt: string;
  readonly user: unknown;
}

/** Puts the tour's lists into the demo account, in place of its own. One sign-in serves all pictures: more would be limited. */
export const furnish = async (product: Product): Promise<Login> => {
  const body = { identifier: DEMO.email, password: DEMO.password };
  const login = (await product.call('POST', '/auth/local', { body })) as Login;
  const { jwt } = login;
  const own = (await product.call('GET', '/lists', { jwt })) as {
    data: { documentId: string; deletedAt: string | null }[];
  };
  for (const list of own.data) if (!list.deletedAt) await product.call('DELETE', `/lists/${list.documentId}`, { jwt });
  await addScenes(product, jwt, LISTS);
  return login;
};

/** Makes lists with their items for whoever the token is of. */
const addScenes = async (product: Product, jwt: string, scenes: readonly Scene[]): Promise<void> => {
  for (const { name, icon, open, done } of scenes) {
    const list = v7();
    await product.call('POST', '/lists', { jwt, body: { data: { uuid: list, name, icon } } });
    const items = [
      ...open.map(([description, quantity]) => ({ description, quantity, done: false })),
      ...done.map((description) => ({ description, quantity: '', done: true })),
    ];
    for (const item of items) {
      await product.call('POST', '/list-items', { jwt, body: { data: { uuid: v7(), list, ...item } } });
    }
  }
};

/** An account with one list in English. */
export const furnishEnglish = async (product: Product): Promise<Login> => {
  const email = 'alice@example.com';
  const body = { username: email, email, password: PASSWORD };
  const login = (await product.call('POST', '/auth/local/register', { body })) as Login;
  await addScenes(product, login.jwt, [WEEKEND]);
  return login;
};

/** A household: the second person has joined the first one's weekend list, and is invited to another; one list was removed. */
export const furnishHousehold = async (product: Product): Promise<readonly [Login, Login]> => {
  const people: Login[] = [];
  for (const name of ['Ania', 'Bartek']) {
    const email = `${name.toLowerCase()}@example.com`;
    const body = { username: email, email, password: PASSWORD };
    const login = (await product.call('POST', '/auth/local/register', { body })) as Login;
    await product.call('PUT', '/users/me', { jwt: login.jwt, body: { name } });
    people.push(login);
  }
  const [ania, bartek] = people as [Login, Login];
  await addScenes(product, ania.jwt, LISTS.slice(0, 4));
  await addScenes(product, bartek.jwt, LISTS.slice(5));
  const { data } = (await product.call('GET', '/lists', { jwt: ania.jwt })) as {
    data: { documentId: string; name: string }[];
  };
  const idOf = (wanted: string) => data.find(({ name }) => name === wanted)?.documentId;
  const invited = await product.call('POST', `/lists/${idOf('Zakupy na weekend')}/invites`, {
    jwt: ania.jwt,
    body: {},
  });
  const { code } = (invited as { data: { code: string } }).data;
  await product.call('POST', '/invites/accept', { jwt: bartek.jwt, body: { code } });
  await product.call('DELETE', `/lists/${idOf('Pizza w piątek')}`, { jwt: ania.jwt });
  return [ania, bartek];
};

export type Shoot = (page: Page, name: string) => Promise<void>;

/** Takes a picture once nothing moves or is still to come, without a mouse that lights up what it happens to lie on. */
export const shootInto =
  (folder: string): Shoot =>
  async (page, name) => {
    await page.mouse.move(0, 0);
    await page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.all([...document.images].map((image) => image.decode().catch(() => null)));
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
    });
    await page.screenshot({ path: `${folder}/${name}.png` });
  };

/** A signed-in page without the sign-in screen: the token is put where the app keeps it. */
export const openSignedIn = async (
  browser: Browser,
  { origin }: Product,
  { jwt, user }: Login,
  options: BrowserContextOptions,
  language: 'pl' | 'en' = 'pl',
): Promise<Page> => {
  const context = await browser.newContext({ locale: 'pl-PL', ...options });
  const page = await context.newPage();
  await page.addInitScript(
    ([token, who, tongue]) => {
      localStorage.setItem('token', token ?? '');
      localStorage.setItem('user', who ?? '');
      localStorage.setItem('language', tongue ?? 'pl');
    },
    [jwt, JSON.stringify(user), language],
  );
  await page.goto(origin);
  // A font that comes late is left out on a first visit.
  await page.evaluate(() => document.fonts.ready);
  await page.reload();
  return page;
};
