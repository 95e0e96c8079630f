import type { FastifyInstance } from 'fastify';
import { sessionOf } from '../authenticate';
import { refuseDemo } from '../demoAccount';
import { parsePersonName } from '../personName';
import { unauthorized } from '../problems';
import type { Services } from '../services';
import type { Tokens } from '../tokens';
import { userBody } from '../userStore';

/** The user of the token; like Strapi, not wrapped in `data`. A token that expires soon is renewed with the answer. */
export const userRoute = (scope: FastifyInstance, { users }: Services, tokens: Tokens, demo: boolean): void => {
  scope.get('/users/me', async (request, reply) => {
    const session = sessionOf(request);
    const renewed = tokens.renewed(session);
    if (renewed !== null) reply.header('X-Renewed-Token', renewed);
    return userBody(session.user);
  });

  scope.put('/users/me', async (request) => {
    const { user } = sessionOf(request);
    const name = parsePersonName(request.body);
    refuseDemo(user, demo);
    const named = await users.setName(user.id, name);
    if (!named) throw unauthorized('Invalid credentials');
    return userBody(named);
  });
};
