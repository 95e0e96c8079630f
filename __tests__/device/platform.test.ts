import { describe, expect, test } from '@jest/globals';
import { type DeviceFacts, platformOf } from '../../src/device/platform';

const SAFARI_IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1';
const SAFARI_MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
const CHROME_ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

const facts = (userAgent: string, platform: string, maxTouchPoints: number, shell?: string): DeviceFacts => ({
  userAgent,
  platform,
  maxTouchPoints,
  shell: shell === undefined ? undefined : { getPlatform: () => shell, isNativePlatform: () => shell !== 'web' },
});

describe('platform class and top spacing', () => {
  test.each<[string, DeviceFacts, string, number]>([
    ['a browser on an iPhone', facts(SAFARI_IPHONE, 'iPhone', 5), 'p_ios', 30],
    ['an iPad that calls itself a Mac', facts(SAFARI_MAC, 'MacIntel', 5), 'p_ios', 30],
    ['a Mac', facts(SAFARI_MAC, 'MacIntel', 0), 'p_android', 30],
    ['a browser on Android', facts(CHROME_ANDROID, 'Linux armv81', 5), 'p_android', 30],
    ['a browser with the shell’s script loaded', facts(CHROME_ANDROID, 'Linux armv81', 5, 'web'), 'p_android', 30],
    ['the Android shell', facts(CHROME_ANDROID, 'Linux armv81', 5, 'android'), 'p_android', 40],
    ['the iOS shell', facts(SAFARI_IPHONE, 'iPhone', 5, 'ios'), 'p_ios', 60],
    ['the iOS shell that hides its device', facts('Shell', '', 0, 'ios'), 'p_ios', 60],
    ['another shell', facts(CHROME_ANDROID, 'Linux', 1, 'electron'), 'p_android', 60],
    ['a device that tells nothing', facts('', '', 0), 'p_android', 60],
  ])('%s', (_, device, className, top) => {
    expect(platformOf(device)).toEqual({ className, top });
  });

  const broken = (): never => {
    throw new Error('the bridge is not ready');
  };
  test.each([
    ['getPlatform throws', { getPlatform: broken, isNativePlatform: () => true }],
    ['every answer throws', { getPlatform: broken, isNativePlatform: broken }],
  ])('a shell of which %s is an unknown device, and the page starts', (_, shell) => {
    const device = { ...facts(CHROME_ANDROID, 'Linux', 5), shell };
    expect(platformOf(device)).toEqual({ className: 'p_android', top: 60 });
  });

  test('an old shell that only names its platform is one', () => {
    const shell = { getPlatform: () => 'android' };
    expect(platformOf({ ...facts(CHROME_ANDROID, 'Linux', 5), shell }).top).toBe(40);
  });
});
