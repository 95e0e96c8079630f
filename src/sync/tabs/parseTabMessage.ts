import { COLLECTIONS, isObject } from '../../contract/records';
import type { RunEvent, TabMessage } from './tabChannel';

/**
 * Parses a message of another tab, which may run another build. Unknown messages are ignored; the disk has the data
 * anyway.
 */

const FIELDLESS = ['stored', 'leadWanted', 'streamWanted', 'leadOffered'] satisfies readonly TabMessage['kind'][];

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const isRunEvent = (value: unknown): value is RunEvent => {
  if (!isObject(value) || !isObject(value.payload)) return false;
  const { id, collection, instance, start, end, status, error } = value.payload;
  if (!isText(id)) return false;
  if (value.type === 'sync/operationStarted')
    return COLLECTIONS.some((known) => known === collection) && isText(instance) && isTime(start);
  const isEnd = (status === 'done' || status === 'error') && isTime(end) && (error === null || isText(error));
  return value.type === 'sync/operationEnded' && isEnd;
};

const isMessage = (value: unknown): value is TabMessage => {
  if (!isObject(value)) return false;
  switch (value.kind) {
    case 'run':
      return isRunEvent(value.event);
    case 'syncWanted':
      return typeof value.force === 'boolean';
    default:
      return FIELDLESS.some((kind) => kind === value.kind);
  }
};

/** Returns the message, or null for anything of another form. */
export const parseTabMessage = (value: unknown): TabMessage | null => (isMessage(value) ? value : null);
