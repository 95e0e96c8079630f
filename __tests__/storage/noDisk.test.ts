import { describe, expect, test } from '@jest/globals';
import { noDisk } from '../../src/storage/noDisk';
import { NO_ANSWER } from '../support/fillingDisk';

/** Writes a change without a disk that failed so. Returns why the change was refused, as the log of the app says it. */
const refusalAfter = (failure: DOMException): Promise<string> =>
  noDisk(failure, 'device')
    .commit({ log: [{ store: 'changes', key: 'row', value: {} as never }] })
    .then(
      () => 'stored',
      ({ name }: Error) => name,
    );

describe('given a disk that could not be opened, when a change is written, then it is refused', () => {
  test.each(['SecurityError', 'InvalidStateError', 'NotAllowedError'])('for the same reason: %s', async (name) => {
    expect(await refusalAfter(new DOMException('denied', name))).toBe(name);
  });

  test('and not left without an answer, also if the disk gave none', async () => {
    expect(await refusalAfter(NO_ANSWER)).toBe('Error');
  });
});
