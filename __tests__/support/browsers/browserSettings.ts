import type { Faults } from '../faults';
import type { Random } from '../simulationRandom';

/** What kind of world a history plays in. */
export const drawSettings = (random: Random) => {
  const browsers = 1 + random.below(3);
  const slots = Array.from({ length: browsers }, () => 1 + random.below(browsers === 1 ? 3 : 2));
  return {
    /** Tabs of each browser. */
    slots,
    /** Disks that are full for a while; there clocks do not jump (decision 007). */
    isDiskSmall: random.chance(0.5),
    accounts: random.chance(0.3) ? ['ann', 'bob'] : ['ann'],
    steps: 40 + random.below(100),
    trouble: random.pick([0, 0.1, 0.3, 0.5]) ?? 0,
    isDiffMode: random.chance(0.3),
    cascade: random.chance(0.5),
    manner: random.chance(0.7) ? ('ours' as const) : ('strapi' as const),
    /** Our provider on an origin of its own: it has to say first that it takes keys. */
    isElsewhere: random.chance(0.3),
    areTimersLate: random.chance(0.5),
    /** How often a disk does not do what it is asked for, while it is in a bad way. */
    flaws: random.pick([0, 0, 0.05, 0.3]) ?? 0,
  };
};

export type BrowserWorldSettings = ReturnType<typeof drawSettings>;

/** With these nothing is promised where disks refuse to write, so none of it could be judged. */
export const withGoodDisks = (settings: BrowserWorldSettings, faults: Faults): BrowserWorldSettings =>
  faults.isOn('noLocks') || faults.isOn('setBack') ? { ...settings, isDiskSmall: false, flaws: 0 } : settings;
