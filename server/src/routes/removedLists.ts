import type { FastifyInstance } from 'fastify';
import { sessionOf, writerOf } from '../authenticate';
import { notFound } from '../problems';
import type { Services } from '../services';
import { isoOf } from '../wireRecord';

/** The routes to list and restore removed lists. Only the owner of a list sees it there. */
export const removedListRoutes = (scope: FastifyInstance, { removedLists, restoreList, now }: Services): void => {
  scope.get('/lists/removed', async (request) => {
    const lists = await removedLists.all(sessionOf(request).user.id, now());
    return { data: lists.map((list) => ({ ...list, removedAt: isoOf(list.removedAt) })) };
  });

  scope.post('/lists/removed/:documentId/restore', async (request, reply) => {
    const { documentId } = request.params as { documentId: string };
    if (documentId.includes('\0')) throw notFound();
    const record = await restoreList(writerOf(request), documentId);
    return reply.code(201).type('application/json; charset=utf-8').send(`{"data":${record}}`);
  });
};
