import { setImmediate } from 'node:timers/promises';
import type { Collection } from '../../src/contract/records';
import { type RecordRow, recordText } from './wireRecord';

/** Rows whose text is made without a pause. */
export const ROWS_IN_A_PART = 500;

const textOf = (collection: Collection, rows: readonly RecordRow[]): string =>
  rows.map((row) => recordText(collection, row)).join();

/** The text of a list answer. @param meta the facts about the answer, as JSON */
export const listAnswer = (collection: Collection, rows: readonly RecordRow[], meta: string): string =>
  `{"data":[${textOf(collection, rows)}],"meta":${meta}}`;

/**
 * The same text in parts. Between two parts the server answers others, and what is ready is compressed and sent. So
 * nobody waits for the pull of somebody who has ten thousand rows.
 */
export async function* longListAnswer(
  collection: Collection,
  rows: readonly RecordRow[],
  meta: string,
): AsyncGenerator<string, void> {
  yield `{"data":[${textOf(collection, rows.slice(0, ROWS_IN_A_PART))}`;
  for (let at = ROWS_IN_A_PART; at < rows.length; at += ROWS_IN_A_PART) {
    await setImmediate();
    yield `,${textOf(collection, rows.slice(at, at + ROWS_IN_A_PART))}`;
  }
  yield `],"meta":${meta}}`;
}
