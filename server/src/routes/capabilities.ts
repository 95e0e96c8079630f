import type { FastifyInstance } from 'fastify';
import type { Capabilities } from '../../../src/contract/capabilities';

/** What this provider offers beyond the basic API; needs no token. */
export const capabilitiesRoute = (
  scope: FastifyInstance,
  { registration, demo, passwordReset }: Pick<Capabilities, 'registration' | 'demo' | 'passwordReset'>,
): void => {
  const always = {
    idempotency: true,
    cascade: true,
    sharing: true,
    restore: true,
    order: true,
    account: true,
  } as const;
  const offered: Capabilities = { registration, demo, passwordReset, ...always };
  scope.get('/capabilities', async () => offered);
};
