import { type Random, seededRandom } from './simulationRandom';

/**
 * What a hostile world does beyond messages that are lost, doubled, late, cut or answered by something between. Each fault has a
 * name, is on or off in a world and has a rate there. Its lots are drawn from a stream of its own, so that a fault that is not
 * let in changes nothing about a history.
 */
export const FAULTS = {
  redirect:
    'a call is redirected (301, 302, 303, 307, 308) to a page of the same origin that answers JSON 404 or HTML 200',
  emptyAnswer: 'a call is answered 200, 201 or 202 without a body, a DELETE as well, and never arrives',
  otherProgram: 'another program answers a call 200 with its own JSON',
  wrongMount: 'a wrong mount, or a replica that is behind, answers a write 404 in the JSON shape of the provider',
  keptCut: 'the answer to a read is cut unnoticed, and the browser keeps the cut body with its ETag',
  poisonRow: 'the provider breaks (500, its own JSON) on the content of one row, each time',
  retryAfter: 'a call or the stream is answered 429 or 503 with Retry-After',
  refusedRead: 'a read is refused (400, 404, 409, 413, 422) in the JSON shape of the provider',
  noLocks: 'a browser without navigator.locks: plain HTTP in a LAN',
  setBack: 'the server is set back to an older copy of its data',
} as const;

export type FaultName = keyof typeof FAULTS;
export const faultNames = Object.keys(FAULTS) as readonly FaultName[];

/** Those that the engine is mended for: they are let in unless others are asked for. */
export const MENDED_FAULTS: readonly FaultName[] = [
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
/** A prime, so that the streams of neighbouring seeds do not meet. */
const STREAMS_APART = 7_919;

/** Draws which of the faults that are let in are on in this world, and how often they happen. */
export const drawFaults = (seed: number, letIn: readonly FaultName[]) => {
  const counts = new Map<FaultName, number>();
  const drawn = new Map(
    faultNames.map((name, index) => {
      const random = seededRandom(seed + (index + 1) * STREAMS_APART * 65_537);
      const isOn = random.chance(ON) && letIn.includes(name);
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
    /** Whether it happens now. */
    happens: (name: FaultName): boolean => {
      const { random, rate } = of(name);
      const isNow = rate > 0 && random.chance(rate);
      if (isNow) counts.set(name, (counts.get(name) ?? 0) + 1);
      return isNow;
    },
    /** It happened, by no lot. */
    note: (name: FaultName): void => void counts.set(name, (counts.get(name) ?? 0) + 1),
    /** The lots of this fault. */
    random: (name: FaultName): Random => of(name).random,
    counts: (): FaultCounts => Object.fromEntries(counts),
  };
};

export type Faults = ReturnType<typeof drawFaults>;
