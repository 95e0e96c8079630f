import type { Collection } from '../../../src/contract/records';
import type { HttpAnswer, HttpRequest } from '../../../src/sync/wire/call';
import type { Faults } from '../faults';
import { makeProviderFront, type ProviderFront } from '../providerFront';
import { type HttpCache, received, requestOf, responseOf } from '../simulatedFetch';
import type { OpenProvider, SimulatedProvider } from '../simulationProvider';
import type { Random } from '../simulationRandom';
import type { Owner, Scheduler } from '../simulationScheduler';
import { makeWire, type Wire } from '../simulationWire';
import { strangeAnswer } from '../strangeAnswers';
import { makeStreams, type Streams } from './simulatedStream';
import type { Time } from './simulatedTime';

/** One person's account: rows, tokens and open streams. */
export interface Account {
  readonly name: string;
  readonly provider: SimulatedProvider;
  readonly front: ProviderFront;
  readonly streams: Streams;
  tokens: Set<string>;
  /** Whether the provider ever stored the row, removed or not. */
  everHad(collection: Collection, uuid: string): boolean;
}

interface Caller {
  readonly owner: Owner;
  readonly session: string;
  readonly isOnline: boolean;
  readonly httpCache: HttpCache;
}

const json = (status: number, body: unknown): HttpAnswer => ({
  status,
  body: JSON.stringify(body),
  header: () => null,
});
const refusal = (status: number): HttpAnswer => json(status, { data: null, error: { status, message: 'no' } });

const STREAM: HttpAnswer = { status: 200, body: '', header: () => 'text/event-stream' };

/** The provider with its accounts and tokens, the wire to it, and its streams. */
export const makeService = async (
  names: readonly string[],
  random: Random,
  scheduler: Scheduler,
  time: Time,
  settings: {
    readonly open: OpenProvider;
    readonly trouble: number;
    readonly cascade: boolean;
    readonly isElsewhere: boolean;
    readonly faults: Faults;
    readonly onWrong: (wrong: string) => void;
  },
) => {
  const accounts = new Map<string, Account>();
  let writer = '';
  let tokens = 0;
  let isCalm = false;

  for (const name of names) {
    const streams: Streams = makeStreams(random, scheduler, random.chance(0.5));
    const taken = new Set<string>();
    const provider = await settings.open(
      random,
      (collection, row) => {
        taken.add(`${collection}/${row.uuid}`);
        streams.tell(collection, row, writer);
      },
      () => time.now(),
    );
    const everHad: Account['everHad'] = (collection, uuid) => taken.has(`${collection}/${uuid}`);
    const front = makeProviderFront(settings.faults, provider.answer);
    accounts.set(name, { name, provider, front, streams, tokens: new Set(), everHad });
  }
  const isOurs = [...accounts.values()].every(({ provider }) => provider.manner === 'ours');

  const offered = { idempotency: isOurs, cascade: isOurs && settings.cascade };

  const ownerOf = (token: string): Account | undefined =>
    [...accounts.values()].find((account) => account.tokens.has(token));

  const logIn = (name: string): HttpAnswer => {
    const account = accounts.get(name);
    if (!account) return refusal(400);
    tokens += 1;
    const token = `token${tokens}`;
    account.tokens.add(token);
    return json(200, { jwt: token, user: { id: name, username: name, email: name } });
  };

  /** @param caller `token session` */
  const answer = async (request: HttpRequest, caller: string): Promise<HttpAnswer> => {
    const [token = '', session = ''] = caller.split(' ');
    if (request.path === '/auth/local') return logIn((request.body as { identifier: string }).identifier);
    if (request.path === '/capabilities') {
      return isOurs ? json(200, offered) : refusal(404);
    }
    const account = ownerOf(token);
    if (!account) return refusal(401);
    const { name } = account;
    if (request.path === '/users/me') return json(200, { id: name, username: name, email: name });
    writer = session;
    return account.front.answer(request, session);
  };
  const wire: Wire = makeWire(random, scheduler, answer, {
    trouble: settings.trouble,
    canRepeatUpdates: isOurs,
    faults: settings.faults,
  });

  /** The tabs that an answer told to wait before opening the stream, by Retry-After: with which token, and until when. */
  const askedToWait = new Map<Owner, { readonly token: string; readonly until: number }>();

  const openStream = async (
    token: string,
    { owner, session, httpCache }: Caller,
    request: HttpRequest,
    init: RequestInit,
  ): Promise<Response> => {
    const asked = askedToWait.get(owner);
    // The timers of a dead page still fire.
    if (!owner.isDead && asked?.token === token && time.now() < asked.until)
      settings.onWrong('the stream was asked for before the time that Retry-After gave');
    await scheduler.turn(owner);
    const strange = isCalm ? null : strangeAnswer(settings.faults, request);
    const seconds = strange?.header('retry-after');
    // A caller that aborted meanwhile does not get the answer.
    if (seconds && !request.signal.aborted)
      askedToWait.set(owner, { token, until: time.now() + Number(seconds) * 1000 });
    if (strange) return received(strange, request, init, httpCache);
    const account = ownerOf(token);
    if (!account) return responseOf(refusal(401));
    return responseOf(STREAM, { reader: account.streams.open(owner, session, request.signal) });
  };

  return {
    isOurs,
    offered,
    isSameOrigin: isOurs && !settings.isElsewhere,
    accounts,
    fetch: async (url: string, init: RequestInit, caller: Caller): Promise<Response> => {
      if (!caller.isOnline) throw new TypeError('Failed to fetch');
      const path = url.slice(url.indexOf('/'));
      const headers = init.headers as Record<string, string>;
      const token = (headers.Authorization ?? '').replace('Bearer ', '');
      const request = requestOf(path, init);
      if (path === '/lists/all/sse') return openStream(token, caller, request, init);
      const answer = await wire.send(request, caller.owner, `${token} ${caller.session}`);
      return received(answer, request, init, caller.httpCache);
    },
    /** Revokes every token of the account. */
    revoke: (name: string): void => {
      const account = accounts.get(name);
      if (!account) return;
      account.tokens = new Set();
      account.streams.breakAll();
    },
    /** The tab became visible or went online, so it may open the stream at once. */
    stirred: (owner: Owner): void => void askedToWait.delete(owner),
    /** Copies the data of all accounts; returns functions that restore the copies and end the streams. */
    keepCopies: (): readonly (() => void)[] =>
      [...accounts.values()].flatMap(({ provider, streams }) => {
        const setBack = provider.keepCopy?.();
        if (!setBack) return [];
        return () => {
          setBack();
          streams.restart();
        };
      }),
    died: (owner: Owner): void => {
      for (const { streams } of accounts.values()) streams.died(owner);
    },
    mayBeBack: wire.mayBeBack,
    serverSetBack: wire.serverSetBack,
    calm: (): void => {
      isCalm = true;
      wire.calm();
      for (const { streams } of accounts.values()) streams.calm();
    },
    isBusy: (): boolean => [...accounts.values()].some(({ provider }) => provider.isBusy()),
  };
};

export type Service = Awaited<ReturnType<typeof makeService>>;
