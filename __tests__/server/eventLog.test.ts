import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { isFullPage } from '../../server/src/eventLog';
import { addItem, addList, type Client, type TestServer, testServer } from './testServer';

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];
const LONG = 900_000;

/** The lengths of the pages of a user's whole log, and the number of events in them. */
const pagesOf = async ({ services }: TestServer, { userId }: Client) => {
  const pages: { readonly events: number; readonly length: number }[] = [];
  for (let cursor = 0; ; ) {
    const page = await services.log.after(userId, cursor);
    cursor = page.at(-1)?.id ?? cursor;
    pages.push({ events: page.length, length: page.reduce((sum, { data }) => sum + data.length, 0) });
    if (!isFullPage(page)) return pages;
  }
};

test.each(LOCATIONS)(
  'given events with long texts, then a page holds few of them, and none is lost (%s)',
  async (location) => {
    const server = await testServer({ location });
    const client = await server.signUp(`ania-${randomUUID()}`);
    await addList(client, 'own');
    for (let at = 0; at < 30; at += 1) await addItem(client, `short-${at}`, 'own');
    for (let at = 0; at < 5; at += 1) await addItem(client, `long-${at}`, 'own', 'x'.repeat(LONG));
    const pages = await pagesOf(server, client);
    expect(pages.reduce((sum, { events }) => sum + events, 0)).toBe(36);
    expect(pages[0]?.events).toBe(20);
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThan(2 * LONG);
  },
);
