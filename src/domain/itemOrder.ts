import { isOrderKey } from '../contract/orderKey';
import type { ItemRow, Row } from '../contract/records';
import { isTimedUuid } from '../contract/uuids';

/**
 * Rows are in the order of their creation, the same on every device. Our own uuids contain the creation time (version
 * 7, with a counter within one millisecond). For the uuids of other clients the server's `createdAt` is used. An item
 * that somebody moved by hand has its place in `order`. A creation time is written as a key of the same form, so both
 * kinds of rows can be compared.
 */

export type Placed = Pick<Row, 'id' | 'createdAt'> & Partial<Pick<ItemRow, 'order'>>;

const TIME_HEX_DIGITS = 12;

/** Epoch ms of a row's creation. Unknown times come last, where a new row belongs. */
export const creationTime = ({ id, createdAt }: Placed): number => {
  if (isTimedUuid(id)) return Number.parseInt(id.replaceAll('-', '').slice(0, TIME_HEX_DIGITS), 16);
  const time = createdAt === null ? Number.NaN : Date.parse(createdAt);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
};

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const WHOLE_DIGITS = 9;
const LATEST_TIME = Number.MAX_SAFE_INTEGER;

/** The key of a time (epoch ms), without a fraction. */
const keyOfTime = (time: number): string => {
  let rest = Math.min(Math.max(Math.floor(time), 0), LATEST_TIME);
  let digits = '';
  for (let place = 0; place < WHOLE_DIGITS; place += 1) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return `i${digits}`;
};

/** The latest time that fits into a version 7 uuid. */
const LATEST_UUID_TIME = 2 ** 48 - 1;

/** A time (epoch ms) whose rows come after this one. Null if there is none. */
export const timeAfter = (row: Placed): number | null => {
  const place = placeOf(row);
  const digits = place.slice(1, 1 + WHOLE_DIGITS);
  // A whole number with fewer digits is before all times, one with more digits after them.
  if (place[0] !== 'i') return place < 'i' ? 0 : null;
  const time = [...digits].reduce((sum, digit) => sum * DIGITS.length + DIGITS.indexOf(digit), 0) + 1;
  return time <= LATEST_UUID_TIME ? time : null;
};

/**
 * The part of a version 7 uuid after the time. It orders rows of the same millisecond. It gets a 1 at its end, because a
 * fraction must not end with 0.
 */
const fractionOf = (id: string): string =>
  isTimedUuid(id) ? `${id.replaceAll('-', '').slice(TIME_HEX_DIGITS).toLowerCase()}1` : '';

/** A row's place as an order key (`orderKey.ts`). A row whose `order` is not a valid key counts as not moved. */
export const placeOf = (row: Placed): string =>
  row.order && isOrderKey(row.order) ? row.order : keyOfTime(creationTime(row)) + fractionOf(row.id);

/** Our own uuids are in lower case. A uuid in capitals would be in the wrong place if it were compared as text. */
const LOWER_TIMED_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Our own rows that nobody moved have the order of their ids, because a version 7 uuid begins with the time. */
const isPlacedById = ({ id, order }: Placed): boolean => !order && LOWER_TIMED_UUID.test(id);

/** Sorts rows by their places, ties by id. Each place is computed once, not at every comparison. */
export const inPlaceOrder = <R extends Placed>(rows: readonly R[]): R[] => {
  if (rows.every(isPlacedById)) return [...rows].sort((a, b) => compare(a.id, b.id));
  return rows
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((a, b) => compare(a.place, b.place) || compare(a.row.id, b.row.id))
    .map(({ row }) => row);
};
