import type { Collection } from '../../src/contract/records';
import type { HttpAnswer, HttpRequest } from '../../src/sync/wire/call';
import { type Manner, makeProvider, type OnStored, type StoredRow } from './modelProvider';
import type { Random } from './simulationRandom';

/** What the simulation needs from a provider: the model, or our real server. */
export interface SimulatedProvider {
  readonly manner: Manner;
  answer(request: HttpRequest, session: string): Promise<HttpAnswer>;
  /** Copies all data; returns a function that restores the copy. Only for the model that sends its clock with its answers. */
  keepCopy?(): () => void;
  /** Whether the provider works on an answer now. */
  isBusy(): boolean;
  end(): Promise<{ alive(collection: Collection): readonly StoredRow[]; readonly requests: number }>;
}

/** Opens an empty provider for one history. */
export type OpenProvider = (random: Random, onStored: OnStored, now: () => number) => Promise<SimulatedProvider>;

/** The small model, as our server or as Strapi. */
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

/** The small model, as our server or as Strapi by chance. */
export const modelProviders: OpenProvider = (random, ...rest) =>
  modelProvider(random.chance(0.7) ? 'ours' : 'strapi')(random, ...rest);
