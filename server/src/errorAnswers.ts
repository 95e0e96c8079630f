import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseFault } from './databaseFault';
import { makeFaultReport } from './faultReport';
import { notFound, Problem, problemBody, unavailable } from './problems';

const INTERNAL = new Problem(500, 'InternalServerError', 'Internal Server Error');

/** Errors of the framework, with Strapi's names. */
const NAMES: Readonly<Record<number, readonly [name: string, message: string]>> = {
  400: ['BadRequestError', 'Bad Request'],
  404: ['NotFoundError', 'Not Found'],
  413: ['PayloadTooLargeError', 'request entity too large'],
  415: ['UnsupportedMediaTypeError', 'Unsupported Media Type'],
};

const asProblem = (error: Error): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseFault) return unavailable();
  if (error instanceof SyntaxError) return new Problem(400, 'SyntaxError', 'invalid JSON');
  const status = (error as Partial<FastifyError>).statusCode ?? 500;
  if (status < 400 || status > 499) return INTERNAL;
  // The built files refuse a path that no file can have. To a client of the API a 403 would mean that it is signed out.
  if (status === 403) return notFound();
  const [name, message] = NAMES[status] ?? ['BadRequestError', STATUS_CODES[status] ?? 'Bad Request'];
  return new Problem(status, name, message);
};

const sendProblem = (reply: FastifyReply, problem: Problem): void => {
  reply
    .code(problem.status)
    .headers(problem.headers)
    .header('Cache-Control', 'no-store')
    // Of an address that the framework refuses, no other headers are set.
    .header('X-Content-Type-Options', 'nosniff')
    .removeHeader('ETag')
    // Fastify closes the connection when a body is too large. A proxy that still sends the body may then answer 502 in
    // place of 413, and the app sends that row again.
    .removeHeader('Connection')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem)));
};

export type LogError = (error: Error, log: FastifyBaseLogger) => void;

/**
 * Logs our own errors in full, and a fault of the database once a minute.
 * @param now epoch ms
 */
export const makeErrorLog = (now: () => number): LogError => {
  const reportFault = makeFaultReport(now);
  return (error, log) => {
    if (error instanceof DatabaseFault) {
      const unsaid = reportFault(error.message);
      if (unsaid !== null) log.error({ unsaid }, `the database is not available: ${error.message}`);
    } else if (asProblem(error).status >= 500) {
      log.error({ name: error.name, message: error.message, stack: error.stack });
    }
  };
};

/** The only place that turns an error into an answer. Our own errors are answered without details. */
export const makeAnswerError =
  (logError: LogError) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    logError(error, request.log);
    sendProblem(reply, asProblem(error));
  };

/** A lone surrogate, which neither database can store. JSON always writes it as an escape. */
const HALF_A_SIGN = /\\u[dD][89a-fA-F]/;

/** Replaces lone surrogates as the databases would, so that an answer equals what the next pull returns. */
const parseJson = (text: string): unknown => {
  if (!HALF_A_SIGN.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value) =>
    typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value,
  );
};

/** Accepts JSON bodies like Strapi: an empty body is none, and only objects and arrays are allowed. */
export const acceptJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      const body = parseJson(String(text));
      if (typeof body === 'object' && body !== null) return done(null, body);
      done(new Problem(400, 'SyntaxError', 'invalid JSON, only supports object and array'));
    } catch {
      done(new Problem(400, 'SyntaxError', 'invalid JSON'));
    }
  });
};

/** Answers input that is not a valid request: headers too long, or no HTTP. */
export const answerBrokenRequest = (
  error: { code?: string },
  socket: { writable: boolean; end(text: string): void; destroy(): void },
): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const reason = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify(problemBody(new Problem(status, 'BadRequestError', reason)));
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
};
