import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { drawFaults, FAULTS, faultNames } from '../support/faults';
import { makeProvider } from '../support/modelProvider';
import { makeHttpCache, received, requestOf } from '../support/simulatedFetch';
import { simulate } from '../support/simulation';
import { isRefused, type ServerEnd } from '../support/simulationConvergence';
import { answerOf, providerError, strangeAnswer } from '../support/strangeAnswers';

/** Tests of the simulation itself: a fault that never happens, or that happens without being enabled, proves nothing. */

const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);

describe('the fault injector', () => {
  test('given no fault is let in, none is on and none happens', () => {
    for (const seed of SEEDS) {
      const faults = drawFaults(seed, []);
      for (const name of faultNames) {
        expect(faults.isOn(name)).toBe(false);
        expect(faults.happens(name)).toBe(false);
      }
    }
  });

  test('given one fault is let in, it is on in some worlds and off in others, and the lots of the others stay as they were', () => {
    for (const name of faultNames) {
      const alone = SEEDS.map((seed) => drawFaults(seed, [name]).isOn(name));
      expect(new Set(alone)).toEqual(new Set([true, false]));
      expect(SEEDS.map((seed) => drawFaults(seed, faultNames).isOn(name))).toEqual(alone);
    }
  });

  test('given a fault is let in that a world does not meet, the history is the same to the last request', async () => {
    const seed = SEEDS.find((one) => !drawFaults(one, ['redirect']).isOn('redirect')) ?? 0;
    expect(await simulate(seed, { enabled: ['redirect'] })).toEqual(await simulate(seed, { enabled: [] }));
  });
});

test('the docs say of every fault what happens', () => {
  const page = readFileSync(new URL('../../docs/simulation.md', import.meta.url), 'utf8');
  for (const name of faultNames) expect(page).toContain(`| \`${name}\` | ${FAULTS[name]} |`);
});

const request = (method: string, path = '/lists') => requestOf(path, { method, headers: {} });

describe('a strange answer', () => {
  const faults = drawFaults(SEEDS.find((seed) => drawFaults(seed, ['wrongMount']).isOn('wrongMount')) ?? 0, [
    'wrongMount',
  ]);
  const met = (asked: ReturnType<typeof request>) =>
    Array.from({ length: 500 }, () => strangeAnswer(faults, asked)).find((answer) => answer !== null);

  test('meets the calls its fault is about, and no others', () => {
    expect(met(request('DELETE', '/lists/a'))).toMatchObject({ status: 404 });
    expect(met(request('GET'))).toBeUndefined();
  });
});

describe('the excuse of a refused row', () => {
  const provider = makeProvider('ours');
  provider.put('lists', { uuid: 'list', name: 'Weekend', icon: 'cat' });
  const end = (status: number | null): ServerEnd => ({
    hasCascade: true,
    alive: provider.alive,
    refusalOf: () => status,
    mayBeBack: () => false,
  });

  test.each([
    ['nobody refused', null, 'list', false],
    ['was refused for its content', 422, 'list', true],
    ['was not found, in a list that is there', 404, 'list', false],
    ['was not found, in a list that is gone', 404, 'gone', true],
  ])('given a row that %s, then the provider has refused it: %#', (_name, status, list, wanted) => {
    expect(isRefused(end(status), 'row', list)).toBe(wanted);
  });
});

describe('the simulated fetch', () => {
  const redirect = { ...answerOf(302, ''), page: providerError(404) };

  test('given a redirect, follows it unless it is told otherwise', () => {
    const cache = makeHttpCache();
    expect(received(redirect, request('POST'), {}, cache)).toMatchObject({ status: 404, redirected: true });
    const opaque = received(redirect, request('POST'), { redirect: 'manual' }, cache);
    expect(opaque).toMatchObject({ status: 0, type: 'opaqueredirect', ok: false });
    expect(() => received(redirect, request('POST'), { redirect: 'error' }, cache)).toThrow('Failed to fetch');
  });

  test('given a cut body was kept with its ETag, shows it again until the cache is passed by or the content is new', async () => {
    const cache = makeHttpCache();
    const get = (body: string, etag: string, mode: RequestCache) =>
      received({ ...answerOf(200, body), etag }, request('GET'), { cache: mode }, cache).text();
    expect(await get('{"da', 'v1', 'no-cache')).toBe('{"da');
    expect(await get('{"data":[]}', 'v1', 'no-cache')).toBe('{"da');
    expect(await get('{"data":[]}', 'v1', 'no-store')).toBe('{"data":[]}');
    expect(await get('{"data":[]}', 'v1', 'no-cache')).toBe('{"da');
    expect(await get('{"data":[]}', 'v1', 'reload')).toBe('{"data":[]}');
    expect(await get('{"data":[]}', 'v1', 'no-cache')).toBe('{"data":[]}');
    expect(await get('{"data":[1]}', 'v2', 'no-cache')).toBe('{"data":[1]}');
  });
});
