import { test } from '@jest/globals';
import { fuzzOwnership } from '../support/ownershipFuzz';
import { testServer } from './testServer';

const LOCATIONS = [process.env.TEST_DATABASE_URL ?? ':memory:'];

test.each(LOCATIONS.map((location) => [location.split(':')[0] || 'memory', location]))(
  'nobody sees or changes a row of a list they are not in, whatever three users send (%s)',
  async (_name, location) => {
    const server = await testServer({ location, triesPerMinute: 100_000 });
    const users = [];
    for (const name of ['a', 'b', 'c']) {
      const { userId, call } = await server.signUp(`owner${name}${process.pid}x${Date.now()}`);
      await call('PUT', '/api/users/me', { name });
      users.push({ id: userId, call });
    }
    await fuzzOwnership(server.database, users, 1500, 18, 500);
  },
);
