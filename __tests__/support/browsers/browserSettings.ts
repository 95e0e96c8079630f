import type { Faults } from '../faults';
import type { Random } from '../simulationRandom';

/** Chooses the settings of a history at random. */
export const drawSettings = (random: Random) => {
  const browsers = 1 + random.below(3);
  const slots = Array.from({ length: browsers }, () => 1 + random.below(browsers === 1 ? 3 : 2));
  return {
    /** The most tabs of each browser. */
    slots,
    /** Whether disks are full for a while. */
    isDiskSmall: random.chance(0.5),
    accounts: random.chance(0.3) ? ['ann', 'bob'] : ['ann'],
    steps: 40 + random.below(100),
    trouble: random.pick([0, 0.1, 0.3, 0.5]) ?? 0,
    isDiffMode: random.chance(0.3),
    cascade: random.chance(0.5),
    manner: random.chance(0.7) ? ('ours' as const) : ('strapi' as const),
    /** Our provider is on another origin: the app sends keys only after the provider has announced them. */
    isElsewhere: random.chance(0.3),
    areTimersLate: random.chance(0.5),
    /** How often a bad disk refuses a request, 0 to 1. */
    flaws: random.pick([0, 0, 0.05, 0.3]) ?? 0,
  };
};

export type BrowserWorldSettings = ReturnType<typeof drawSettings>;

/** With these faults the engine promises nothing on a bad disk, so such a history could not be checked. */
export const withGoodDisks = (settings: BrowserWorldSettings, faults: Faults): BrowserWorldSettings =>
  faults.isOn('noLocks') || faults.isOn('setBack') ? { ...settings, isDiskSmall: false, flaws: 0 } : settings;
