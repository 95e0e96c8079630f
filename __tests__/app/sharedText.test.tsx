import { afterEach, describe, expect, test } from '@jest/globals';
import { readShare, readStoredShare, storeShare, takeShare, withoutShare } from '../../src/app/sharedText';

afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

describe('a share', () => {
  test('is title, text and address, each on its line, and what the text holds already is not told twice', () => {
    expect(readShare('?share_title=A&share_text=b%0Ac&share_url=https://x.test/')).toBe('A\nb\nc\nhttps://x.test/');
    expect(readShare('?share_text=zobacz%20https://x.test/a&share_url=https://x.test/a')).toBe(
      'zobacz https://x.test/a',
    );
    expect(readShare('?share_text=%20&share_title=')).toBeNull();
    expect(readShare('?new=1')).toBeNull();
  });

  test('leaves the address at once with everything else in it kept, and waits in the tab', () => {
    history.replaceState({ idx: 3 }, '', '/lists?new=1&share_text=chleb&share_title=#x');
    takeShare(window);
    expect(location.pathname + location.search + location.hash).toBe('/lists?new=1#x');
    expect(history.state).toEqual({ idx: 3 });
    expect(readStoredShare(window)).toBe('chleb');
    storeShare(window, null);
    expect(readStoredShare(window)).toBeNull();
  });

  test('of nothing leaves the address too, and does not take away what waits', () => {
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

  test('in a browser that keeps nothing is no error', () => {
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
