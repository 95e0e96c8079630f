import type { UserId } from '../contract/ids';
import { isObject } from '../contract/records';
import { HANDED_OVER_KEY } from '../contract/storageKeys';
import { readJson, readText, writeText } from '../device/webStorage';
import { LOG_STORES, type LogRecord, logPartOf } from '../storage/logRecords';

/**
 * Gives what no disk took to the next page of this tab, in session storage.
 * @returns whether the next page will find it
 */
export const handOver = (page: Window, user: UserId, records: readonly LogRecord[]): boolean => {
  const inTab = (): Storage => page.sessionStorage;
  const text = JSON.stringify({ user, records });
  writeText(inTab, HANDED_OVER_KEY, text);
  return readText(inTab, HANDED_OVER_KEY) === text;
};

const isUndamaged = (record: unknown): record is LogRecord =>
  isObject(record) &&
  LOG_STORES.some((name) => name === record.store) &&
  typeof record.key === 'string' &&
  logPartOf([record as unknown as LogRecord]).damaged === 0;

/** What the page before gave to this user. Damaged records are left out; those of another user stay where they are. */
export const takeHandedOver = (page: Window, user: UserId): readonly LogRecord[] => {
  const inTab = (): Storage => page.sessionStorage;
  const stored = readJson(inTab, HANDED_OVER_KEY);
  if (!isObject(stored) || stored.user !== user) return [];
  writeText(inTab, HANDED_OVER_KEY, null);
  return Array.isArray(stored.records) ? stored.records.filter(isUndamaged) : [];
};
