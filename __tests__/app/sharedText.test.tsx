import { afterEach, describe, expect, test } from '@jest/globals';
import { readShare, readStoredShares, sharesOf, storeShares, takeShare, withoutShare } from '../../src/app/sharedText';
import { SHARED_TEXT_KEY } from '../../src/contract/storageKeys';

afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

const waiting = () => readStoredShares(window).map(({ text }) => text);

describe('a share', () => {
  test('becomes title, text and address, one a line, without repeats', () => {
    expect(readShare('?share_title=A&share_text=b%0Ac&share_url=https://x.test/')).toBe('A\nb\nc\nhttps://x.test/');
    expect(readShare('?share_text=zobacz%20https://x.test/a&share_url=https://x.test/a')).toBe(
      'zobacz https://x.test/a',
    );
    expect(readShare('?share_text=%20&share_title=')).toBeNull();
    expect(readShare('?new=1')).toBeNull();
  });

  test('is removed from the address at once, the rest of the address stays, and the text waits in the tab', () => {
    history.replaceState({ idx: 3 }, '', '/lists?new=1&share_text=chleb&share_title=#x');
    takeShare(window);
    expect(location.pathname + location.search + location.hash).toBe('/lists?new=1#x');
    expect(history.state).toEqual({ idx: 3 });
    expect(waiting()).toEqual(['chleb']);
    storeShares(window, []);
    expect(waiting()).toEqual([]);
  });

  test('given an empty share, then the address is cleaned and a waiting text stays', () => {
    storeShares(window, [{ text: 'mleko', user: null }]);
    history.replaceState(null, '', '/lists?share_text=');
    takeShare(window);
    expect([location.search, waiting()]).toEqual(['', ['mleko']]);
  });

  test('joins the one that waits', () => {
    storeShares(window, [{ text: 'mleko', user: null }]);
    history.replaceState(null, '', '/lists?share_text=chleb');
    takeShare(window);
    expect(waiting()).toEqual(['mleko', 'chleb']);
  });

  test('that comes again while it waits is the same', () => {
    storeShares(window, [{ text: 'mleko', user: null }]);
    history.replaceState(null, '', '/lists?share_text=mleko');
    takeShare(window);
    expect(waiting()).toEqual(['mleko']);
  });

  test('of a guest belongs to whoever signs in, and that of a person to nobody else', () => {
    const shares = [
      { text: 'mleko', user: 'ania' },
      { text: 'chleb', user: null },
    ];
    expect(sharesOf('ania', shares).map(({ text }) => text)).toEqual(['mleko', 'chleb']);
    expect(sharesOf('bartek', shares)).toEqual([{ text: 'chleb', user: 'bartek' }]);
  });

  test.each(['{"', '"mleko"', '[{"text":1,"user":null},null]', '{}'])(
    'given the damaged store %s, then nothing waits',
    (stored) => {
      sessionStorage.setItem(SHARED_TEXT_KEY, stored);
      expect(readStoredShares(window)).toEqual([]);
    },
  );

  test('given a storage that throws, then there is no error', () => {
    const closed = {
      get sessionStorage(): Storage {
        throw new Error('closed');
      },
    } as Window;
    expect(() => storeShares(closed, [{ text: 'x', user: null }])).not.toThrow();
    expect(readStoredShares(closed)).toEqual([]);
    expect(withoutShare('?share_text=a')).toBe('');
  });
});
