import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { makeStreamWants, type StreamWants } from '../../src/store/session/streamWants';
import type { TabMessage } from '../../src/sync/tabs/tabChannel';
import { pass } from '../support/stillTime';

const MINUTE = 60_000;

type WantMessage = Parameters<StreamWants['heard']>[0];

/** Visible tabs of one browser. A busy one hears what was said when it is free again, a dead one never. */
const makeTabs = () => {
  const members = new Map<string, { hear: (message: WantMessage) => void; missed: WantMessage[]; isBusy: boolean }>();
  const said: TabMessage[] = [];
  return {
    said,
    /** A tab, and what it was told of the stream: open or closed, each time. */
    open: (tab: string) => {
      const wanted: boolean[] = [];
      const wants = makeStreamWants({
        tab,
        isVisible: () => true,
        tell: (message) => {
          said.push(message);
          for (const [name, other] of members) {
            if (name === tab) continue;
            if (other.isBusy) other.missed.push(message as WantMessage);
            else queueMicrotask(() => other.hear(message as WantMessage));
          }
        },
        onWanted: (isWanted) => wanted.push(isWanted),
      });
      const member = { hear: wants.heard, missed: [] as WantMessage[], isBusy: false };
      members.set(tab, member);
      return {
        ...wants,
        wanted,
        die: () => members.delete(tab),
        keepBusy: () => {
          member.isBusy = true;
        },
        free: () => {
          member.isBusy = false;
          for (const message of member.missed.splice(0)) member.hear(message);
        },
      };
    },
  };
};

/** A leader that shows no lists itself, and a tab beside it that does. */
const sideBySide = async () => {
  const tabs = makeTabs();
  const leader = tabs.open('leader');
  const other = tabs.open('other');
  leader.beginLead();
  other.show(true);
  await pass(0);
  expect(leader.wanted.at(-1)).toBe(true);
  leader.wanted.length = 0;
  return { ...tabs, leader, other };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the stream that a leader holds for another tab', () => {
  test('is closed when that tab dies', async () => {
    const { leader, other } = await sideBySide();
    await pass(3 * MINUTE);
    other.die();
    await pass(2 * MINUTE);
    expect(leader.wanted.at(-1)).toBe(false);
  });

  test('stays open without a gap for as long as that tab lives', async () => {
    const { leader } = await sideBySide();
    await pass(20 * MINUTE);
    expect(leader.wanted).not.toContain(false);
  });

  test('is opened again for a tab that was too busy to answer', async () => {
    const { leader, other } = await sideBySide();
    other.keepBusy();
    await pass(2 * MINUTE);
    expect(leader.wanted.at(-1)).toBe(false);
    other.free();
    await pass(0);
    expect(leader.wanted.at(-1)).toBe(true);
  });

  test('needs no question while the leader shows lists itself, or leads no more', async () => {
    const { leader, said } = await sideBySide();
    leader.show(true);
    said.length = 0;
    await pass(10 * MINUTE);
    expect(said).toEqual([]);
    leader.show(false);
    leader.endLead();
    said.length = 0;
    await pass(10 * MINUTE);
    expect(said).toEqual([]);
  });
});
