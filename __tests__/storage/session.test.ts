import { expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { browserSession } from '../../src/storage/session';
import { readWorkerSession } from '../../src/storage/workerSession';
import { eventually } from '../support/eventually';

const user = { id: asUserId('1'), username: 'ann', email: 'ann@example.com' };

test('a token that is refused late takes neither the newer one away nor the worker’s copy of it', async () => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
  const page = { localStorage } as unknown as Window;
  const failures: unknown[] = [];
  const settings = { apiUrl: '/api', isSameOrigin: true, isDiffMode: false };
  const session = browserSession(page, settings, (error) => failures.push(error));
  const copied = async (token: string | null) => {
    let copy: string | null | undefined;
    await eventually(
      () => {
        void readWorkerSession().then((stored) => {
          copy = stored?.token ?? null;
        });
        return copy;
      },
      (now) => now === token,
    );
  };
  session.save('old', user);
  await copied('old');
  session.save('new', user);
  await copied('new');
  session.clearToken('old');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(session.token()).toBe('new');
  await copied('new');
  session.clearToken('new');
  await copied(null);
  expect(session.token()).toBeNull();
  expect(session.user()).toEqual(user);
  expect(failures).toEqual([]);
});
