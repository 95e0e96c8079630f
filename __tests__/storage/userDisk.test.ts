import { describe, expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { openUserDisk } from '../../src/storage/userDisk';
import { NO_ANSWER } from '../support/fillingDisk';

/** Opens a disk that fails so, and writes a change. Returns why the change was refused, as the log of the app says it. */
const refusalAfter = async (failure: DOMException): Promise<string> => {
  const ports = { openUserDatabase: () => Promise.reject(failure), newId: () => 'device' };
  const { database } = await openUserDisk(ports, asUserId('user'));
  return database.commit({ log: [{ store: 'changes', key: 'row', value: {} as never }] }).then(
    () => 'stored',
    ({ name }: Error) => name,
  );
};

describe('given a disk that could not be opened, when a change is written, then it is refused', () => {
  test.each(['SecurityError', 'InvalidStateError', 'NotAllowedError'])('for the same reason: %s', async (name) => {
    expect(await refusalAfter(new DOMException('denied', name))).toBe(name);
  });

  test('and not left without an answer, also if the disk gave none', async () => {
    expect(await refusalAfter(NO_ANSWER)).toBe('Error');
  });
});
