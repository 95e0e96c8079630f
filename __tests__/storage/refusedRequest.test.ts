import { expect, test } from '@jest/globals';
import { indexedDatabase } from '../../src/storage/indexedDatabase';

test('a request that the disk refuses says why', async () => {
  const database = indexedDatabase({ name: 'refused-request', stores: ['rows'] });
  const add = () =>
    database.transact('readwrite', (store) => {
      store('rows').add('value', 'key');
      return () => 'done';
    });
  await add();
  await expect(add()).rejects.toMatchObject({ name: 'ConstraintError' });
});
