import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { dataReducer } from '../../src/store/session/dataReducer';
import { runRoundsWithoutStream } from '../../src/store/session/roundsWithoutStream';
import type { AppStore } from '../../src/store/state/appStore';
import { activityChanged, pageTouched, streamPhaseChanged, syncReducer } from '../../src/store/state/syncSlice';
import { syncEvent } from '../../src/sync/model/syncEvents';
import { isWholePull, STREAMLESS_MS } from '../../src/sync/wire/timing';
import { aList, insertOf, putDelta, served } from '../support/builders';
import { pass } from '../support/stillTime';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A leading tab, and at which second each of its rounds began. */
const openLead = (onRound: (store: AppStore) => void = () => undefined) => {
  const reducer = combineReducers({ data: dataReducer, status: syncReducer });
  const store = configureStore({ reducer }) as unknown as AppStore;
  const rounds: number[] = [];
  const start = Date.now();
  const end = runRoundsWithoutStream(store, Date.now, async () => {
    rounds.push((Date.now() - start) / SECOND);
    onRound(store);
  });
  return { store, rounds, end };
};

describe('a leading tab without a stream', () => {
  test('polls so that each round pulls everything, though it begins some time after the timer', () => {
    const [begun, next] = [20, STREAMLESS_MS];
    expect(isWholePull(begun, next)).toBe(true);
  });

  test('given no change, then it pulls after 31 s and more and more rarely, up to every 5 min', async () => {
    const { rounds } = openLead();
    await pass(30 * MINUTE);
    expect(rounds).toEqual([31, 93, 217, 465, 765, 1065, 1365, 1665]);
  });

  test('given a long rest, when a round brings news, then the next follows after 31 s', async () => {
    let news = 0;
    const { rounds } = openLead((store) => {
      news += 1;
      if (news === 4) store.dispatch(syncEvent('sync/deltaReceived', { delta: putDelta(served(aList(1), 1)) }));
    });
    await pass(570 * SECOND);
    expect(rounds).toEqual([31, 93, 217, 465, 496, 558]);
  });

  test('given a long rest, when the person touches the page or changes something, then a round follows 31 s after the last, or now', async () => {
    const { store, rounds } = openLead();
    await pass(475 * SECOND);
    store.dispatch(pageTouched());
    await pass(25 * SECOND);
    expect(rounds.slice(3)).toEqual([465, 496]);
    await pass(200 * SECOND);
    store.dispatch(syncEvent('sync/changesRecorded', { changes: [insertOf(aList(2), 1)] }));
    await pass(15 * SECOND);
    expect(rounds.slice(5)).toEqual([558, 682, 713]);
    await pass(475 * SECOND);
    expect(rounds.slice(8)).toEqual([775, 899, 1147]);
    store.dispatch(pageTouched());
    await pass(0);
    expect(rounds.at(-1)).toBe(1190);
  });

  test('given an open stream, then it does not pull; 31 s after the stream ends it does', async () => {
    const { store, rounds } = openLead();
    store.dispatch(streamPhaseChanged('connected'));
    await pass(20 * MINUTE);
    expect(rounds).toEqual([]);
    store.dispatch(streamPhaseChanged('error'));
    for (let tries = 0; tries < 11; tries += 1) {
      store.dispatch(streamPhaseChanged('connecting'));
      await pass(3 * SECOND);
      store.dispatch(streamPhaseChanged('error'));
    }
    expect(rounds).toEqual([1231]);
  });

  test('given no network, or a lead that ended, then it does not pull', async () => {
    const { store, rounds, end } = openLead();
    store.dispatch(activityChanged({ isOnline: false, isActive: true }));
    await pass(20 * MINUTE);
    store.dispatch(activityChanged({ isOnline: true, isActive: true }));
    await pass(31 * SECOND);
    expect(rounds).toEqual([1231]);
    end();
    await pass(20 * MINUTE);
    expect(rounds).toEqual([1231]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('given a clock that goes back by a day, then the next round is not a day late', async () => {
    const { rounds } = openLead();
    await pass(31 * SECOND);
    jest.setSystemTime(Date.now() - 24 * 60 * MINUTE);
    await pass(5 * MINUTE);
    expect(rounds.length).toBeGreaterThanOrEqual(3);
  });

  test('given a clock that goes back by a day, when the person keeps touching the page, then the next round is not later', async () => {
    const { store, rounds } = openLead();
    await pass(31 * SECOND);
    jest.setSystemTime(Date.now() - 24 * 60 * MINUTE);
    for (let touches = 0; touches < 30; touches += 1) {
      store.dispatch(pageTouched());
      await pass(10 * SECOND);
    }
    expect(rounds.length).toBeGreaterThanOrEqual(5);
  });
});
