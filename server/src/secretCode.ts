import { createHash } from 'node:crypto';
import type { RandomBytes } from './documentId';

/** A random secret code that fits into a link. */
export const makeCode = (random: RandomBytes, bytes: number): string =>
  Buffer.from(random(bytes)).toString('base64url');

/** What the database stores of a code. */
export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('hex');
