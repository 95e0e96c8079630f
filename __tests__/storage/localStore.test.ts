import { expect, test } from '@jest/globals';
import { openLocalStore } from '../../src/storage/localStore';

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

test('given a local storage that throws, then values last as long as the page', () => {
  const store = openLocalStore({
    get localStorage() {
      return denied();
    },
  });
  expect(store.getItem('token')).toBeNull();
  store.setItem('token', 'a');
  expect(store.getItem('token')).toBe('a');
  store.removeItem('token');
  expect(store.getItem('token')).toBeNull();
});

test('given a full local storage, then values that do not fit are kept in memory', () => {
  const disk = new Map([['language', 'en']]);
  const full = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: denied,
    removeItem: (key: string) => void disk.delete(key),
  };
  const store = openLocalStore({ localStorage: full as unknown as Storage });
  expect(store.getItem('language')).toBe('en');
  store.setItem('language', 'pl');
  expect(store.getItem('language')).toBe('pl');
  store.removeItem('language');
  expect(store.getItem('language')).toBeNull();
});
