import 'fake-indexeddb/auto';
import { expect, jest, test } from '@jest/globals';
import { openProviderMemory } from '../../src/storage/providerMemory';

test('the question before each round does not open the database each time', async () => {
  const open = jest.spyOn(indexedDB, 'open');
  for (let round = 0; round < 5; round += 1) await openProviderMemory('https://provider.example/api').read();
  expect(open).toHaveBeenCalledTimes(1);
});
