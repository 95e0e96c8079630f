import { afterEach, describe, expect, test } from '@jest/globals';
import { readShare, readStoredShare, storeShare, takeShare, withoutShare } from '../../src/app/sharedText';

afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

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
    expect(readStoredShare(window)).toBe('chleb');
    storeShare(window, null);
    expect(readStoredShare(window)).toBeNull();
  });

  test('given an empty share, then the address is cleaned and a waiting text stays', () => {
    storeShare(window, 'mleko');
    history.replaceState(null, '', '/lists?share_text=');
    takeShare(window);
    expect([location.search, readStoredShare(window)]).toEqual(['', 'mleko']);
  });

  test('joins the one that waits', () => {
    storeShare(window, 'mleko');
    history.replaceState(null, '', '/lists?share_text=chleb');
    takeShare(window);
    expect(readStoredShare(window)).toBe('mleko\nchleb');
  });

  test('that comes again while it waits is the same', () => {
    storeShare(window, 'mleko');
    history.replaceState(null, '', '/lists?share_text=mleko');
    takeShare(window);
    expect(readStoredShare(window)).toBe('mleko');
  });

  test('given a storage that throws, then there is no error', () => {
    const closed = {
      get sessionStorage(): Storage {
        throw new Error('closed');
      },
    } as Window;
    expect(() => storeShare(closed, 'x')).not.toThrow();
    expect(readStoredShare(closed)).toBeNull();
    expect(withoutShare('?share_text=a')).toBe('');
  });
});
