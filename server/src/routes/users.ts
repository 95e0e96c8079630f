import type { FastifyInstance } from 'fastify';
import { sessionOf } from '../authenticate';
import { userBody } from '../userStore';

/** Who the token belongs to; not wrapped in `data`, as Strapi has it. */
export const userRoute = (scope: FastifyInstance): void => {
  scope.get('/users/me', async (request) => userBody(sessionOf(request).user));
};
