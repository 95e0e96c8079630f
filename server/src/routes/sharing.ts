import type { FastifyInstance } from 'fastify';
import { idempotencyKeysOf, sessionOf, writerOf } from '../authenticate';
import { refuseDemo } from '../demoAccount';
import { networkOf } from '../networkOf';
import { parseData } from '../parseData';
import { notFound } from '../problems';
import { inviteCodeData } from '../schemas';
import type { Services } from '../services';
import { makeTryLimit } from '../tryLimit';

const JSON_TYPE = 'application/json; charset=utf-8';
const LONGEST_CODE = 256;

/** A code of impossible length is answered like any unknown code. */
const codeOf = (body: unknown): string => {
  const { code } = parseData(inviteCodeData, body ?? {});
  if (code.length > LONGEST_CODE) throw notFound();
  return code;
};

const paramOf = (params: unknown, name: string): string => {
  const value = (params as Record<string, string>)[name] ?? '';
  // PostgreSQL cannot handle a NUL in a query.
  if (value.includes('\0')) throw notFound();
  return value;
};

interface SharingSettings {
  readonly demo: boolean;
  readonly triesPerMinute: number;
}

/** Anybody with a code may see its preview. */
export const previewRoute = (
  scope: FastifyInstance,
  { invitations, now }: Services,
  { triesPerMinute }: SharingSettings,
): void => {
  const previews = makeTryLimit(triesPerMinute, now);
  scope.post('/invites/preview', async ({ body, ip }) => {
    const code = codeOf(body);
    previews.take([`address ${networkOf(ip)}`]);
    return { data: await invitations.preview(code) };
  });
};

/**
 * The routes for members, invitations, joining and leaving. None of them answers 403, which would sign a client out.
 */
export const sharingRoutes = (
  scope: FastifyInstance,
  { invitations, sharing, now }: Services,
  { demo, triesPerMinute }: SharingSettings,
): void => {
  const tries = makeTryLimit(triesPerMinute, now);

  scope.get('/lists/:documentId/members', async (request) => {
    const documentId = paramOf(request.params, 'documentId');
    return { data: await sharing.members(sessionOf(request).user.id, documentId) };
  });

  scope.post('/lists/:documentId/invites', async (request, reply) => {
    refuseDemo(sessionOf(request).user, demo);
    const invite = await invitations.create(writerOf(request), paramOf(request.params, 'documentId'));
    return reply.code(201).send({ data: invite });
  });

  scope.delete('/lists/:documentId/invites/:id', async (request, reply) => {
    const { params } = request;
    await invitations.revoke(writerOf(request), paramOf(params, 'documentId'), paramOf(params, 'id'));
    return reply.code(204).send();
  });

  scope.delete('/lists/:documentId/members/:id', async (request, reply) => {
    const { params } = request;
    const [documentId, id] = [paramOf(params, 'documentId'), paramOf(params, 'id')];
    const record = await sharing.removeMember(writerOf(request), documentId, id, idempotencyKeysOf(request));
    return record === null ? reply.code(204).send() : reply.type(JSON_TYPE).send(`{"data":${record}}`);
  });

  scope.post('/invites/accept', async (request, reply) => {
    const { user } = sessionOf(request);
    const code = codeOf(request.body);
    refuseDemo(user, demo);
    tries.take([`user ${user.id}`]);
    return reply.type(JSON_TYPE).send(`{"data":${await invitations.accept(writerOf(request), code)}}`);
  });
};
