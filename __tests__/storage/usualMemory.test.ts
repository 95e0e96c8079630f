import { describe, expect, test } from '@jest/globals';
import { asListId, asUserId } from '../../src/contract/ids';
import { usualKey } from '../../src/contract/storageKeys';
import { MAX_REMEMBERED, type UsualItem, withBought } from '../../src/domain/suggestions';
import { makeUsualMemory } from '../../src/storage/usualMemory';
import { memoryStorage } from '../support/memoryStorage';

const OLA = asUserId('ola');
const NOW = Date.parse('2026-11-22T12:00:00Z');
const item = (description: string, more: Partial<UsualItem> = {}): UsualItem => ({
  description,
  quantity: '',
  count: 1,
  lastAt: NOW,
  listId: asListId('list'),
  ...more,
});

describe('what is kept', () => {
  test('comes back as it was written, for its user alone, until it is forgotten', () => {
    const memory = makeUsualMemory(memoryStorage());
    memory.write(OLA, [item('mleko', { quantity: '2 l', count: 3 })]);
    expect(memory.read(OLA)).toEqual([item('mleko', { quantity: '2 l', count: 3 })]);
    expect(memory.read(asUserId('jan'))).toEqual([]);
    memory.forget(OLA);
    expect(memory.read(OLA)).toEqual([]);
  });

  test.each(['', 'not JSON', '{}', '[["mleko"]]', '[["mleko","",null,1,"x"]]'])(
    'is empty when %p is stored',
    (text) => {
      const local = memoryStorage();
      local.setItem(usualKey(OLA), text);
      expect(makeUsualMemory(local).read(OLA)).toEqual([]);
    },
  );

  test('suggestions are on until they are switched off', () => {
    const memory = makeUsualMemory(memoryStorage());
    expect(memory.isOn()).toBe(true);
    memory.choose('off');
    expect(memory.isOn()).toBe(false);
    memory.choose('on');
    expect(memory.isOn()).toBe(true);
  });
});

describe('what is bought', () => {
  test('twice counts twice, with the newest quantity', () => {
    const known = [item('Mleko', { quantity: '1 l', count: 4, lastAt: NOW - 1000 })];
    expect(withBought(known, [item('mléko', { quantity: '2 l' })], NOW)).toEqual([
      item('mléko', { quantity: '2 l', count: 5 }),
    ]);
  });

  test('without a name is not remembered', () => {
    expect(withBought([], [item('  ', { quantity: '3' })], NOW)).toEqual([]);
  });

  test('beyond the limit, what was bought once and long ago is forgotten', () => {
    const old = item('stary', { lastAt: 0 });
    const many = Array.from({ length: MAX_REMEMBERED }, (_, place) => item(`nowy ${place}`));
    const kept = withBought([old, ...many.slice(1)], many.slice(0, 1), NOW);
    expect(kept).toHaveLength(MAX_REMEMBERED);
    expect(kept).not.toContain(old);
  });

  test('with a text of 50,000 letters is not remembered, so that local storage keeps room for the sign-in', () => {
    const long = Array.from({ length: MAX_REMEMBERED }, (_, place) => item(`${place} ${'a'.repeat(50_000)}`));
    const noted = long.map((_, place) => item(`mleko ${place}`, { quantity: 'b'.repeat(50_000) }));
    expect(withBought(long.slice(1), [...long.slice(0, 1), ...noted, item('mleko')], NOW)).toEqual([item('mleko')]);
  });
});
