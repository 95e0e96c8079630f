import type { HttpAnswer, HttpRequest } from '../../src/sync/wire/call';
import type { Faults } from './faults';
import type { Random } from './simulationRandom';
import type { Owner, Scheduler } from './simulationScheduler';
import { answerOf, providerError, strangeAnswer, type WireAnswer } from './strangeAnswers';

interface WireSettings {
  /** How often something goes wrong with a request, 0 to 1. */
  readonly trouble: number;
  /** Whether an update may arrive twice or late. Only a provider with idempotency keys applies it once. */
  readonly canRepeatUpdates: boolean;
  readonly faults: Faults;
}

const BETWEEN: readonly WireAnswer[] = [
  providerError(500),
  providerError(503),
  providerError(408),
  providerError(429),
  providerError(401),
  answerOf(502, '<html>Bad Gateway</html>'),
  answerOf(404, '<html>Not Found</html>'),
  answerOf(200, '<html>Wi-Fi</html>'),
];

/** So late that the device can pull before it arrives, see nothing, and send something else. */
const MOST_LATE_TURNS = 40;

/** The row that a request creates; null if it creates none. */
const createdId = ({ method, body }: HttpRequest): string | null => {
  const data = method === 'POST' ? (body as { data?: { uuid?: unknown } } | undefined)?.data : null;
  return typeof data?.uuid === 'string' ? data.uuid : null;
};

/**
 * A wire to the provider with faults. Requests are lost, doubled, late or answered by another program; answers are lost, cut or
 * replaced. A request that was sent still arrives after its device was killed.
 */
export const makeWire = (
  random: Random,
  scheduler: Scheduler,
  answer: (request: HttpRequest, session: string) => Promise<HttpAnswer>,
  settings: WireSettings,
) => {
  const { faults } = settings;
  const network: Owner = { isDead: false };
  /** The rows of creates that were answered 500 or 413. The second set: those that a late create made after that. */
  const brokenCreates = new Set<string>();
  const landedLate = new Set<string>();
  /** The rows of creates that were carried out and answered 500 or 413 all the same. */
  const madeUnheard = new Set<string>();
  const made = new Set<string>();
  let isServerSetBack = false;
  let isCalm = false;
  /** Reads have fewer faults: a round that cannot read never comes to its writes, which matter more here. */
  const isTrouble = ({ method }: HttpRequest) =>
    !isCalm && random.chance(method === 'GET' ? settings.trouble / 8 : settings.trouble);

  const late = async (request: HttpRequest, session: string): Promise<void> => {
    for (let turns = random.below(MOST_LATE_TURNS); turns >= 0; turns -= 1) await scheduler.turn(network);
    const { status } = await answer(request, session);
    const created = status === 201 && createdId(request);
    if (created && brokenCreates.has(created)) landedLate.add(created);
  };

  /** Adds an ETag of the whole body, also to a cut body. So a browser that cached the cut body learns that nothing has changed. */
  const named = (given: HttpAnswer, { method }: HttpRequest): WireAnswer => {
    if (!faults.isOn('keptCut') || method !== 'GET' || given.status !== 200) return given;
    const isCut = !isCalm && faults.happens('keptCut');
    const body = isCut ? given.body.slice(0, faults.random('keptCut').below(given.body.length || 1)) : given.body;
    return { ...given, body, etag: given.body };
  };

  /** The answer that the sender gets. */
  const deliver = async (request: HttpRequest, owner: Owner, session: string): Promise<WireAnswer> => {
    const heard = await carry(request, owner, session);
    const created = createdId(request);
    if (created && (heard.status === 500 || heard.status === 413)) {
      brokenCreates.add(created);
      if (made.has(created)) madeUnheard.add(created);
    }
    return heard;
  };

  const carry = async (request: HttpRequest, owner: Owner, session: string): Promise<WireAnswer> => {
    await scheduler.turn(owner);
    const strange = isCalm ? null : strangeAnswer(faults, request);
    if (strange) return strange;
    const canRepeat = settings.canRepeatUpdates || request.method !== 'PUT';
    if (isTrouble(request)) {
      const fault = random.below(4);
      if (fault === 0) throw new Error('connection refused');
      if (fault === 1 && canRepeat) {
        void late(request, session);
        throw new Error('timed out');
      }
      if (fault === 2 && canRepeat) void late(request, session);
      if (fault === 3) return random.pick(BETWEEN) ?? providerError(500);
    }
    const given = await answer(request, session);
    const created = given.status === 201 && createdId(request);
    if (created) made.add(created);
    await scheduler.turn(owner);
    if (isTrouble(request)) {
      const fault = random.below(3);
      if (fault === 0) throw new Error('connection lost');
      if (fault === 1) return { ...given, body: given.body.slice(0, random.below(given.body.length || 1)) };
      return random.pick(BETWEEN) ?? providerError(500);
    }
    return named(given, request);
  };

  return {
    /** Sends for an owner. An aborted request rejects at once, as with fetch. */
    send: (request: HttpRequest, owner: Owner, session: string): Promise<WireAnswer> =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(new Error('aborted'));
        request.signal.addEventListener('abort', giveUp);
        const listened = () => request.signal.removeEventListener('abort', giveUp);
        deliver(request, owner, session).then(resolve, reject).finally(listened);
      }),
    /**
     * Whether the row may be back although a person removed it: a late create made it, whose repetition had been answered 500 or
     * 413 (decision 009); or its create was answered so, the server was set back, and another device made it again (decision 010).
     */
    mayBeBack: (rowId: string): boolean => landedLate.has(rowId) || (isServerSetBack && madeUnheard.has(rowId)),
    serverSetBack: (): void => {
      isServerSetBack = true;
    },
    /** From now on the wire has no faults. */
    calm: (): void => {
      isCalm = true;
    },
  };
};

export type Wire = ReturnType<typeof makeWire>;
