import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

interface SecuritySettings {
  /** Other origins whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Other origins that our own pages may call: another provider, the analytics host. */
  readonly connectOrigins: readonly string[];
}

export const securityHeaders = async (app: FastifyInstance, settings: SecuritySettings): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Emotion, which MUI uses, adds <style> elements at run time. Scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...settings.connectOrigins],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    // TLS ends at a proxy, which should decide about this header. On http://localhost it would do harm.
    strictTransportSecurity: false,
    // A page of another origin that may call the API (CORS) must be able to read the answer.
    crossOriginResourcePolicy: { policy: settings.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
  });
  if (settings.corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...settings.corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'X-Session-Id',
      'Last-Event-ID',
      'Idempotency-Key',
      'X-XSRF-TOKEN',
    ],
    exposedHeaders: ['Retry-After', 'X-RateLimit-Reset', 'ETag', 'X-Renewed-Token'],
    maxAge: 600,
    strictPreflight: false,
  });
};
