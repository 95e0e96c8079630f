import { expect, jest, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';

const NAME = 'posthog-js/full/no-external';

// The library keeps the `fetch` that it finds when it is loaded.
globalThis.fetch = async () => Response.json({});
// Node wraps the default export of a CommonJS module once more than the bundler does.
const { default: wrapped } = (await import(NAME)) as { default: { default: unknown } };
jest.unstable_mockModule(NAME, () => ({ default: wrapped.default }));
const { startProvider } = await import('../../src/app/analyticsProvider');

const storedIds = (): readonly unknown[] => {
  const { distinct_id: person, $device_id: device } = JSON.parse(localStorage.getItem('ph_phc_key_posthog') ?? '{}');
  return [person, device];
};

test('given a person who signs out, then no id of theirs is sent with what the next one does', () => {
  const settings = { key: 'phc_key', host: 'http://capture.test', isRecording: false };
  const provider = startProvider(settings, () => undefined);
  provider.identify(asUserId('7'));
  const before = storedIds();
  expect(before).toEqual(['7', expect.any(String)]);
  provider.reset();
  for (const id of before) expect(storedIds()).not.toContain(id);
});
