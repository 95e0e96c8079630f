import { afterEach, describe, expect, test } from '@jest/globals';
import { keepShare, keptShare, readShare, takeShare, withoutShare } from '../../src/app/sharedText';

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
    expect(keptShare(window)).toBe('chleb');
    keepShare(window, null);
    expect(keptShare(window)).toBeNull();
  });

  test('of nothing leaves the address too, and does not take away what waits', () => {
    keepShare(window, 'mleko');
    history.replaceState(null, '', '/lists?share_text=');
    takeShare(window);
    expect([location.search, keptShare(window)]).toEqual(['', 'mleko']);
  });

  test('joins the one that waits', () => {
    keepShare(window, 'mleko');
    history.replaceState(null, '', '/lists?share_text=chleb');
    takeShare(window);
    expect(keptShare(window)).toBe('mleko\nchleb');
  });

  test('that comes again while it waits is the same', () => {
    keepShare(window, 'mleko');
    history.replaceState(null, '', '/lists?share_text=mleko');
    takeShare(window);
    expect(keptShare(window)).toBe('mleko');
  });

  test('in a browser that keeps nothing is no error', () => {
    const closed = {
      get sessionStorage(): Storage {
        throw new Error('closed');
      },
    } as Window;
    expect(() => keepShare(closed, 'x')).not.toThrow();
    expect(keptShare(closed)).toBeNull();
    expect(withoutShare('?share_text=a')).toBe('');
  });
});
