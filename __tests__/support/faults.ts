import { type Random, seededRandom } from './simulationRandom';

/**
 * The faults of a history, besides messages that are lost, doubled, late, cut or answered by something in between. Each fault
 * has a name. In one history it is on or off, and has a rate. Each fault has its own random numbers, so a fault that is not
 * enabled changes nothing in a history.
 */
export const FAULTS = {
  redirect:
    'a call is redirected (301, 302, 303, 307, 308) to a page of the same origin that answers JSON 404 or HTML 200',
  emptyAnswer: 'a call, also a DELETE, never arrives and is answered 200, 201 or 202 without a body',
  otherProgram: 'another program answers a call with 200 and its own JSON',
  wrongMount: 'a wrong server, or a replica that is behind, answers a write with 404 in the JSON shape of the provider',
  keptCut: 'the answer to a read is cut without an error, and the browser caches the cut body with its ETag',
  poisonRow: 'the provider answers 500, in its own JSON, to every write that holds a certain text',
  retryAfter: 'a call or the stream is answered 429 or 503, with Retry-After',
  refusedRead: 'a read is refused (400, 404, 409, 413, 422) in the JSON shape of the provider',
  noLocks: 'a browser has no navigator.locks, as with plain HTTP in a LAN',
  setBack: 'the server is restored from an older copy of its data',
} as const;

export type FaultName = keyof typeof FAULTS;
export const faultNames = Object.keys(FAULTS) as readonly FaultName[];

/** The faults that the engine is known to survive. They are enabled by default. */
export const DEFAULT_FAULTS: readonly FaultName[] = [
  'redirect',
  'emptyAnswer',
  'otherProgram',
  'wrongMount',
  'keptCut',
  'retryAfter',
  'refusedRead',
  'poisonRow',
];

/** How often each fault happened in a history. */
export type FaultCounts = Readonly<Partial<Record<FaultName, number>>>;

const ON = 0.4;
const RATES = [0.02, 0.05, 0.15, 0.3] as const;
/** A prime, so that two seeds do not share random numbers. */
const STREAMS_APART = 7_919;

/** Chooses at random which of the enabled faults are on in this history, and how often they happen. */
export const drawFaults = (seed: number, enabled: readonly FaultName[]) => {
  const counts = new Map<FaultName, number>();
  const drawn = new Map(
    faultNames.map((name, index) => {
      const random = seededRandom(seed + (index + 1) * STREAMS_APART * 65_537);
      const isOn = random.chance(ON) && enabled.includes(name);
      return [name, { random, rate: isOn ? (random.pick(RATES) ?? 0) : 0 }];
    }),
  );
  const of = (name: FaultName): { readonly random: Random; readonly rate: number } => {
    const fault = drawn.get(name);
    if (!fault) throw new Error(`no fault ${name}`);
    return fault;
  };
  return {
    isOn: (name: FaultName): boolean => of(name).rate > 0,
    /** Whether the fault happens now. Counts it if it does. */
    happens: (name: FaultName): boolean => {
      const { random, rate } = of(name);
      const isNow = rate > 0 && random.chance(rate);
      if (isNow) counts.set(name, (counts.get(name) ?? 0) + 1);
      return isNow;
    },
    /** Counts a fault that happened without `happens`. */
    note: (name: FaultName): void => void counts.set(name, (counts.get(name) ?? 0) + 1),
    /** The random numbers of this fault. */
    random: (name: FaultName): Random => of(name).random,
    counts: (): FaultCounts => Object.fromEntries(counts),
  };
};

export type Faults = ReturnType<typeof drawFaults>;
