import { describe, expect, test } from '@jest/globals';
import { isTrackingRefused, makeAnalytics } from '../../src/app/analytics';
import type { AnalyticsProvider } from '../../src/app/analyticsProvider';
import { asUserId } from '../../src/contract/ids';

const USER = asUserId('7');

const world = (options: { stored?: string; refuses?: boolean; lost?: boolean; throws?: boolean } = {}) => {
  const heard: string[] = [];
  const problems: string[] = [];
  const stored = new Map(options.stored ? [['analytics', options.stored]] : []);
  let loads = 0;
  const hear = (what: string) => (): void => {
    if (options.throws) throw new Error('broken');
    heard.push(what);
  };
  const provider: AnalyticsProvider = {
    capture: (event) => hear(event)(),
    identify: (user) => hear(`identify ${user}`)(),
    reset: hear('reset'),
    optOut: hear('optOut'),
    optIn: hear('optIn'),
  };
  const analytics = makeAnalytics({
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    isTrackingRefused: options.refuses ?? false,
    load: async () => {
      loads += 1;
      if (options.lost) throw new TypeError('Failed to fetch dynamically imported module');
      return provider;
    },
    onProblem: (text) => problems.push(text),
  });
  return { analytics, heard, problems, stored, loads: () => loads };
};

describe('analytics', () => {
  test('given events before the library has loaded, then they are sent in order afterwards', async () => {
    const { analytics, heard } = world();
    analytics.identify(USER);
    analytics.capture('List added', {});
    expect(heard).toEqual([]);
    await analytics.start();
    analytics.capture('List deleted', {});
    expect(heard).toEqual(['identify 7', 'List added', 'List deleted']);
  });

  test('given a person who opted out or asks not to be tracked, then the library is not loaded', async () => {
    for (const options of [{ stored: 'off' }, { refuses: true }]) {
      const { analytics, heard, loads } = world(options);
      analytics.capture('List added', {});
      await analytics.start();
      expect([loads(), heard, analytics.isOn()]).toEqual([0, [], false]);
    }
  });

  test('given analytics switched off and on again, then waiting events are dropped and later ones belong to the right user', async () => {
    const { analytics, heard, stored } = world();
    analytics.identify(USER);
    await analytics.start();
    analytics.choose(false);
    analytics.capture('List added', {});
    expect(stored.get('analytics')).toBe('off');
    analytics.choose(true);
    analytics.capture('List deleted', {});
    expect(heard).toEqual(['identify 7', 'optOut', 'optIn', 'identify 7', 'List deleted']);
    expect(stored.has('analytics')).toBe(false);
  });

  test('given two windows, when analytics is switched off in one, then the other stops too', async () => {
    const { analytics, heard, stored } = world();
    await analytics.start();
    stored.set('analytics', 'off');
    analytics.capture('Multi-line paste', { user_content: 'mleko' });
    expect(heard).toEqual([]);
    expect(analytics.isOn()).toBe(false);
    analytics.choose(true);
    analytics.capture('List added', {});
    expect(heard).toEqual(['optIn', 'List added']);
    const waiting = world();
    waiting.analytics.capture('List added', {});
    waiting.stored.set('analytics', 'off');
    await waiting.analytics.start();
    expect(waiting.heard).toEqual(['optOut']);
  });

  test('given analytics that was off, when it is switched on, then the library loads, unless the browser refuses tracking', async () => {
    const off = world({ stored: 'off' });
    await off.analytics.start();
    off.analytics.choose(true);
    await off.analytics.start();
    expect([off.loads(), off.analytics.isOn()]).toEqual([1, true]);
    const refused = world({ refuses: true });
    refused.analytics.choose(true);
    expect([refused.analytics.isOn(), refused.analytics.canChoose]).toEqual([false, false]);
  });

  test('given a library that fails to load or throws, then the log has one line and the app goes on', async () => {
    const lost = world({ lost: true });
    lost.analytics.capture('List added', {});
    await lost.analytics.start();
    lost.analytics.capture('List added', {});
    expect(lost.problems).toEqual([expect.stringContaining('analytics not loaded')]);
    const broken = world({ throws: true });
    await broken.analytics.start();
    broken.analytics.capture('List added', {});
    expect(broken.problems).toEqual(['analytics: Error: broken']);
  });
});

test('a browser refuses tracking in each of its spellings', () => {
  const page = (navigator: object, rest: object = {}) => ({ navigator, ...rest }) as unknown as Window;
  expect([
    isTrackingRefused(page({ doNotTrack: '1' })),
    isTrackingRefused(page({ doNotTrack: 'yes' })),
    isTrackingRefused(page({}, { doNotTrack: '1' })),
    isTrackingRefused(page({ doNotTrack: null })),
    isTrackingRefused(page({ doNotTrack: '0' })),
  ]).toEqual([true, true, true, false, false]);
});
