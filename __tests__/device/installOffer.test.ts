import { describe, expect, test } from '@jest/globals';
import { type InstallWorld, makeInstallOffer } from '../../src/device/installOffer';
import { holdInstallPrompt } from '../../src/device/installPrompt';

const DAY_MS = 24 * 60 * 60 * 1000;

const device = (changes: Partial<InstallWorld> = {}) => {
  const page = new EventTarget();
  const held = holdInstallPrompt(page);
  const clock = { now: 1e12 };
  let dismissedAt: number | null = null;
  let prompts = 0;
  const offer = makeInstallOffer({
    prompt: held,
    isStandalone: false,
    isIos: false,
    isFirstVisit: false,
    dismissedAt: () => dismissedAt,
    keepDismissal: (at) => {
      dismissedAt = at;
    },
    now: () => clock.now,
    ...changes,
  });
  const browserOffers = (outcome: 'accepted' | 'dismissed' = 'accepted'): Event => {
    const prompt = async () => {
      prompts += 1;
      return { outcome };
    };
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    page.dispatchEvent(event);
    return event;
  };
  return { offer, held, clock, page, browserOffers, asked: () => prompts };
};

describe('installing', () => {
  test('is offered when the browser can ask, in our moment and once', async () => {
    const { offer, held, browserOffers, asked } = device();
    expect(offer.kind()).toBeNull();
    let changes = 0;
    held.subscribe(() => {
      changes += 1;
    });
    expect(browserOffers().defaultPrevented).toBe(true);
    expect([offer.kind(), changes]).toEqual(['prompt', 1]);
    await offer.accept();
    await offer.accept();
    expect([asked(), offer.kind()]).toEqual([1, null]);
  });

  test('is silent for 30 days after a no, to us or to the browser, also when the clock goes back', async () => {
    const { offer, clock, browserOffers } = device();
    browserOffers('dismissed');
    await offer.accept();
    browserOffers();
    expect(offer.kind()).toBeNull();
    clock.now += 30 * DAY_MS;
    expect(offer.kind()).toBe('prompt');
    offer.dismiss();
    expect(offer.kind()).toBeNull();
    clock.now -= 365 * DAY_MS;
    expect(offer.kind()).toBe('prompt');
  });

  test('is not offered at a first visit, nor to who has it', () => {
    for (const changes of [{ isFirstVisit: true }, { isStandalone: true }]) {
      const { offer, browserOffers } = device(changes);
      browserOffers();
      expect(offer.kind()).toBeNull();
    }
    const { offer, page, browserOffers } = device();
    browserOffers();
    page.dispatchEvent(new Event('appinstalled'));
    expect(offer.kind()).toBeNull();
  });

  test('is explained on iOS, where no browser can ask', () => {
    expect(device({ isIos: true }).offer.kind()).toBe('hint');
  });
});
