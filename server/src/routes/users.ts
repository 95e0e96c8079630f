import type { FastifyInstance } from 'fastify';
import { sessionOf } from '../authenticate';
import { refuseDemo } from '../demoAccount';
import { parsePersonName } from '../personName';
import { unauthorized } from '../problems';
import type { Services } from '../services';
import { userBody } from '../userStore';

/** Who the token belongs to; not wrapped in `data`, as Strapi has it. */
export const userRoute = (scope: FastifyInstance, { users }: Services, demo: boolean): void => {
  scope.get('/users/me', async (request) => userBody(sessionOf(request).user));

  scope.put('/users/me', async (request) => {
    const { user } = sessionOf(request);
    const name = parsePersonName(request.body);
    refuseDemo(user, demo);
    const named = await users.setName(user.id, name);
    if (!named) throw unauthorized('Invalid credentials');
    return userBody(named);
  });
};
