import { randomInt } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type BetterSqlite from 'better-sqlite3';

/*
 * SQLite replays any `-wal` beside a database file, even if the file is an older copy, and so breaks the copy. SQLite's
 * files do not say which log belongs to which file. So the file has a number, its generation (`user_version`, in the
 * header on page 1). Each log begins with page 1, so it repeats the generation of its file. Before a log is emptied,
 * the next generation is written to it. So after an interrupted checkpoint the file's generation is still in the log.
 */

const GENERATION_AT = 60;
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const SALT_AT = 16;
const FRAME_SALT_AT = 8;
const SALT_LENGTH = 8;
const LARGEST_GENERATION = 2 ** 31 - 1;

/** The log beside a database file. `unknown`: a program without generations wrote it. */
type LogKind = 'none' | 'belongs' | 'foreign' | 'unknown';

export const logOf = (file: string): string => `${file}-wal`;

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

const readAt = (descriptor: number, length: number, position: number): Buffer => {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
};

const withFile = <T>(file: string, read: (descriptor: number) => T): T => {
  const descriptor = openSync(file, 'r');
  try {
    return read(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

const generationOf = (file: string): number =>
  withFile(file, (descriptor) => {
    const bytes = readAt(descriptor, 4, GENERATION_AT);
    return bytes.length === 4 ? bytes.readUInt32BE() : 0;
  });

interface Log {
  /** Changes whenever the log grows or restarts. */
  readonly state: string;
  readonly beginsWithPage1: boolean;
  readonly generations: readonly number[];
}

const readLog = (file: string): Log =>
  withFile(logOf(file), (descriptor) => {
    const size = sizeOf(logOf(file));
    const header = readAt(descriptor, LOG_HEADER, 0);
    const generations: number[] = [];
    let beginsWithPage1 = false;
    if (header.length === LOG_HEADER) {
      const salt = header.subarray(SALT_AT, SALT_AT + SALT_LENGTH);
      const frame = FRAME_HEADER + header.readUInt32BE(8);
      for (let at = LOG_HEADER; at + frame <= size; at += frame) {
        const head = readAt(descriptor, FRAME_HEADER, at);
        // Frames of an earlier use of the log follow its end.
        if (head.length < FRAME_HEADER || !head.subarray(FRAME_SALT_AT, FRAME_SALT_AT + SALT_LENGTH).equals(salt))
          break;
        if (head.readUInt32BE() !== 1) continue;
        if (at === LOG_HEADER) beginsWithPage1 = true;
        generations.push(readAt(descriptor, 4, at + FRAME_HEADER + GENERATION_AT).readUInt32BE());
      }
    }
    return { state: `${size} ${header.toString('hex')}`, beginsWithPage1, generations };
  });

/** Tells whether the log beside a database file belongs to it, without opening either as a database. */
export const logKindOf = (file: string): LogKind => {
  for (;;) {
    if (sizeOf(logOf(file)) <= LOG_HEADER) return 'none';
    if (sizeOf(file) === 0) return 'foreign';
    const before = readLog(file);
    const generation = generationOf(file);
    const { state, beginsWithPage1, generations } = readLog(file);
    // A running server may have emptied the log between the two reads.
    if (state !== before.state) continue;
    if (!beginsWithPage1 || generations[0] === 0) return 'unknown';
    return generations.includes(generation) ? 'belongs' : 'foreign';
  }
};

/** Gives a database a new generation. */
export const renewGeneration = (raw: BetterSqlite.Database): void => {
  raw.pragma(`user_version = ${randomInt(1, LARGEST_GENERATION)}`);
};

/** Writes the log into the file and begins a new log, which repeats the file's new generation. */
export const emptyLog = (raw: BetterSqlite.Database): void => {
  renewGeneration(raw);
  raw.pragma('wal_checkpoint(TRUNCATE)');
  // Setting it again, even to the same value, writes page 1 to the log.
  raw.pragma(`user_version = ${String(raw.pragma('user_version', { simple: true }))}`);
};
