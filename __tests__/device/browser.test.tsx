import { describe, expect, jest, test } from '@jest/globals';
import { browserActivity } from '../../src/device/activity';
import { DONE_PATTERN_MS, HAPTIC_MS, UNDONE_PATTERN_MS, vibrate } from '../../src/device/haptics';
import { markPlatform } from '../../src/device/platform';

describe('activity', () => {
  const show = (state: DocumentVisibilityState) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  test('tells of network, visibility and a return from the back-forward cache', () => {
    const onChange = jest.fn();
    const stop = browserActivity(window).subscribe(onChange);
    for (const type of ['online', 'offline', 'pageshow']) window.dispatchEvent(new Event(type));
    show('hidden');
    expect(onChange).toHaveBeenCalledTimes(4);
    stop();
  });

  test('reads the state of the moment', () => {
    const activity = browserActivity(window);
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show('hidden');
    expect([activity.isOnline(), activity.isVisible()]).toEqual([false, false]);
    show('visible');
    expect(activity.isVisible()).toBe(true);
  });

  test('one unsubscribe of two leaves the other, the last leaves none', () => {
    const activity = browserActivity(window);
    const onChange = jest.fn();
    const stops = [activity.subscribe(onChange), activity.subscribe(onChange)];
    stops[0]?.();
    window.dispatchEvent(new Event('online'));
    expect(onChange).toHaveBeenCalledTimes(1);
    stops[1]?.();
    window.dispatchEvent(new Event('online'));
    show('visible');
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});

describe('vibration', () => {
  test('is silent where the device has none', () => {
    expect(() => vibrate(HAPTIC_MS.light)).not.toThrow();
  });

  test('runs the specified patterns', () => {
    const motor = jest.fn<Navigator['vibrate']>(() => true);
    Object.defineProperty(navigator, 'vibrate', { configurable: true, value: motor });
    vibrate(DONE_PATTERN_MS);
    vibrate(UNDONE_PATTERN_MS);
    Reflect.deleteProperty(navigator, 'vibrate');
    expect(motor.mock.calls).toEqual([[[50, 50, 50]], [300]]);
    expect(HAPTIC_MS).toEqual({ light: 10, medium: 100, heavy: 300 });
  });
});

test('the platform is marked where the styles find it', () => {
  const root = document.createElement('html');
  markPlatform(root, { className: 'p_ios', top: 60 });
  expect(root.className).toBe('p_ios');
  expect(root.style.getPropertyValue('--top')).toBe('60px');
});
