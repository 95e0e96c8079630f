import type { FastifyInstance } from 'fastify';
import type { Capabilities } from '../../../src/contract/capabilities';

/** What this provider offers beyond the common table; asked without a token. */
export const capabilitiesRoute = (
  scope: FastifyInstance,
  { registration, demo }: Pick<Capabilities, 'registration' | 'demo'>,
): void => {
  const offered: Capabilities = { registration, idempotency: true, cascade: true, sharing: true, restore: true, demo };
  scope.get('/capabilities', async () => offered);
};
