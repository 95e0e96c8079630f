import type { Collection } from '../../src/contract/records';
import type { HttpAnswer, HttpRequest } from '../../src/sync/wire/call';
import { type Manner, makeProvider, type OnStored, type StoredRow } from './modelProvider';
import type { Random } from './simulationRandom';

/** What the simulated world needs of a provider, be it the model or our real server. */
export interface SimulatedProvider {
  readonly manner: Manner;
  answer(request: HttpRequest, session: string): Promise<HttpAnswer>;
  /** Keeps a copy of all its data; returns how to set it back to that. Only a model that tells how far its clock is can. */
  keepCopy?(): () => void;
  /** Works on an answer right now. */
  isBusy(): boolean;
  end(): Promise<{ alive(collection: Collection): readonly StoredRow[]; readonly requests: number }>;
}

/** Opens an empty provider for one history. */
export type OpenProvider = (random: Random, onStored: OnStored, now: () => number) => Promise<SimulatedProvider>;

/** The small model in one manner. */
export const modelProvider =
  (manner: Manner): OpenProvider =>
  async (_random, onStored) => {
    const provider = makeProvider(manner, onStored);
    return {
      manner,
      answer: async (request) => provider.answer(request),
      ...(manner === 'ours' && { keepCopy: provider.keepCopy }),
      isBusy: () => false,
      end: async () => ({ alive: provider.alive, requests: provider.requests.length }),
    };
  };

/** The small model, in either manner. */
export const modelProviders: OpenProvider = (random, ...rest) =>
  modelProvider(random.chance(0.7) ? 'ours' : 'strapi')(random, ...rest);
