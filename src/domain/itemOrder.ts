import { ITEM_TEXTS, type ItemText } from '../contract/fields';
import { isOrderKey } from '../contract/orderKey';
import { type ItemRow, isTimedUuid, type Row } from '../contract/records';

/**
 * Rows stand in the order of their creation, the same on every device. Our own uuids carry that time (version 7, and growing
 * within one millisecond); for the uuids of other clients the server's `createdAt` tells it. An item that somebody moved by
 * hand stands where its `order` says: a creation is a key of the same kind, so that both sorts of rows mix.
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

/** A moment (epoch ms) as a whole key. */
const keyOfTime = (time: number): string => {
  let left = Math.min(Math.max(Math.floor(time), 0), LATEST_TIME);
  let digits = '';
  for (let place = 0; place < WHOLE_DIGITS; place += 1) {
    digits = DIGITS.charAt(left % DIGITS.length) + digits;
    left = Math.floor(left / DIGITS.length);
  }
  return `i${digits}`;
};

/** What stands after the time in a uuid of version 7 places rows of the same moment. A fraction does not end with 0. */
const fractionOf = (id: string): string =>
  isTimedUuid(id) ? `${id.replaceAll('-', '').slice(TIME_HEX_DIGITS).toLowerCase()}1` : '';

/** Where a row stands, as a key of `orderKey.ts`. What is no key counts as not moved. */
export const placeOf = (row: Placed): string =>
  row.order && isOrderKey(row.order) ? row.order : keyOfTime(creationTime(row)) + fractionOf(row.id);

/** As our uuids are written; one in capitals is placed by its value. */
const LOWER_TIMED_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** For `sort`: by place, ties by id. Never 0 for two different rows. */
export const compareRows = (a: Placed, b: Placed): number => compare(placeOf(a), placeOf(b)) || compare(a.id, b.id);

/** Rows of our own that nobody moved stand as their ids do: version 7 begins with the time. */
const isPlacedById = ({ id, order }: Placed): boolean => !order && LOWER_TIMED_UUID.test(id);

/** Rows by their places. Each row's place is read once, not at every comparison. */
export const inPlaceOrder = <R extends Placed>(rows: readonly R[]): R[] => {
  if (rows.every(isPlacedById)) return [...rows].sort((a, b) => compare(a.id, b.id));
  return rows
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((a, b) => compare(a.place, b.place) || compare(a.row.id, b.row.id))
    .map(({ row }) => row);
};

/** True for an item that says nothing yet, ticked or not: it has no place anywhere but on this screen. */
export const isBlank = (item: Pick<ItemRow, ItemText>): boolean => ITEM_TEXTS.every((name) => item[name].trim() === '');
