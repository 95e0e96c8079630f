import type { HttpAnswer, HttpRequest } from '../../src/sync/wire/call';
import type { Faults } from './faults';
import type { Random } from './simulationRandom';
import type { Owner, Scheduler } from './simulationScheduler';
import { answerOf, providerError, strangeAnswer, type WireAnswer } from './strangeAnswers';

export interface WireSettings {
  /** How often something goes wrong with a request, 0 to 1. */
  readonly trouble: number;
  /** Whether an update may arrive twice or late: only a provider that knows our keys can stand that. */
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

/** Late enough that the device can look, see nothing, and send something else meanwhile. */
const MOST_LATE_TURNS = 40;

/** The row that a request creates; null where it creates none. */
const createdId = ({ method, body }: HttpRequest): string | null => {
  const data = method === 'POST' ? (body as { data?: { uuid?: unknown } } | undefined)?.data : null;
  return typeof data?.uuid === 'string' ? data.uuid : null;
};

/**
 * A wire to the provider on which requests are lost, answered by somebody else, doubled and late, and answers are lost, cut and
 * replaced. What is under way goes on when the device that sent it is dead.
 */
export const makeWire = (
  random: Random,
  scheduler: Scheduler,
  answer: (request: HttpRequest, session: string) => Promise<HttpAnswer>,
  settings: WireSettings,
) => {
  const { faults } = settings;
  const network: Owner = { isDead: false };
  /** The rows of creates that the provider broke on, and of those that were applied after that, unheard. */
  const brokenCreates = new Set<string>();
  const landedLate = new Set<string>();
  let isCalm = false;
  /** Reads meet less: a round that cannot read never gets to the writes, where the trouble hurts. */
  const isTrouble = ({ method }: HttpRequest) =>
    !isCalm && random.chance(method === 'GET' ? settings.trouble / 8 : settings.trouble);

  const late = async (request: HttpRequest, session: string): Promise<void> => {
    for (let turns = random.below(MOST_LATE_TURNS); turns >= 0; turns -= 1) await scheduler.turn(network);
    const { status } = await answer(request, session);
    const created = status === 201 && createdId(request);
    if (created && brokenCreates.has(created)) landedLate.add(created);
  };

  /** The answer to a read stands for all that it says, also where it is cut: who keeps it is told that nothing has changed. */
  const named = (given: HttpAnswer, { method }: HttpRequest): WireAnswer => {
    if (!faults.isOn('keptCut') || method !== 'GET' || given.status !== 200) return given;
    const isCut = !isCalm && faults.happens('keptCut');
    const body = isCut ? given.body.slice(0, faults.random('keptCut').below(given.body.length || 1)) : given.body;
    return { ...given, body, etag: given.body };
  };

  /** What the sender hears of it. */
  const deliver = async (request: HttpRequest, owner: Owner, session: string): Promise<WireAnswer> => {
    const heard = await carry(request, owner, session);
    const created = createdId(request);
    if (created && (heard.status === 500 || heard.status === 413)) brokenCreates.add(created);
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
    /** Sends for an owner; a request that is given up rejects at once, as fetch does. */
    send: (request: HttpRequest, owner: Owner, session: string): Promise<WireAnswer> =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(new Error('aborted'));
        request.signal.addEventListener('abort', giveUp);
        const listened = () => request.signal.removeEventListener('abort', giveUp);
        deliver(request, owner, session).then(resolve, reject).finally(listened);
      }),
    /**
     * Whether the row was made by a create that hung unheard until its repetition had been broken on: who removed the row meanwhile
     * finds it back. Decision 009 gives that up.
     */
    hasLandedLate: (rowId: string): boolean => landedLate.has(rowId),
    /** From now on nothing goes wrong any more. */
    calm: (): void => {
      isCalm = true;
    },
  };
};

export type Wire = ReturnType<typeof makeWire>;
