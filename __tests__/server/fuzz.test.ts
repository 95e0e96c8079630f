import { test } from '@jest/globals';
import { fuzzRequests } from '../support/fuzzRequests';
import { addItem, addList, testServer } from './testServer';

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];

test.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'no request, however odd, is answered by a broken server (%s)',
  async (_name, location) => {
    const server = await testServer({ location, triesPerMinute: 100_000 });
    const client = await server.signUp(`fuzz${process.pid}x${Date.now()}`);
    const list = await addList(client, 'own');
    const item = await addItem(client, 'own-item', 'own');
    await fuzzRequests({ call: client.call, listId: list.documentId, itemId: item.documentId }, 600);
  },
);
