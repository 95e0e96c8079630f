import type { HttpAnswer, HttpRequest } from '../../src/sync/wire/call';
import type { Faults } from './faults';
import { providerError } from './strangeAnswers';

/** With the fault `poisonRow` the provider cannot store texts that begin with this word. */
const POISON = 'poison';
export const isPoison = (value: unknown): boolean => typeof value === 'string' && value.startsWith(POISON);

/** What a person types; sometimes a text that the provider cannot store. */
export const typed = (faults: Faults, word: string): string =>
  faults.happens('poisonRow') ? `${POISON} ${word}` : word;

const isWorthBreaking = ({ method, body }: HttpRequest): boolean =>
  method !== 'GET' && method !== 'DELETE' && JSON.stringify(body).includes(`"${POISON} `);

/** Whether the provider itself says that it will never accept the request. */
const isRefusal = ({ status }: HttpAnswer): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status);

/**
 * The provider behind the wire. It answers 500 to poison, and notes which rows it refused. So the checker can tell its refusals
 * from those of the wire.
 */
export const makeProviderFront = (
  faults: Faults,
  answer: (request: HttpRequest, session: string) => Promise<HttpAnswer>,
) => {
  /** By row, with the status of its last refusal. */
  const refused = new Map<string, number>();
  return {
    answer: async (request: HttpRequest, session: string): Promise<HttpAnswer> => {
      if (faults.isOn('poisonRow') && isWorthBreaking(request)) return providerError(500);
      const given = await answer(request, session);
      if (request.method === 'POST' && isRefusal(given)) {
        refused.set((request.body as { data: { uuid: string } }).data.uuid, given.status);
      }
      return given;
    },
    refusalOf: (rowId: string): number | null => refused.get(rowId) ?? null,
  };
};

export type ProviderFront = ReturnType<typeof makeProviderFront>;
