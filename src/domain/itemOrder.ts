import { type ItemRow, isTimedUuid, type Row } from '../contract/records';

/**
 * Rows have no order field: they stand in the order of their creation, the same on every device. Our own uuids carry that
 * time (version 7, and growing within one millisecond); for the uuids of other clients the server's `createdAt` tells it.
 */

type Placed = Pick<Row, 'id' | 'createdAt'>;

const TIME_HEX_DIGITS = 12;

/** Epoch ms of a row's creation. Unknown times come last, where a new row belongs. */
export const creationTime = ({ id, createdAt }: Placed): number => {
  if (isTimedUuid(id)) return Number.parseInt(id.replaceAll('-', '').slice(0, TIME_HEX_DIGITS), 16);
  const time = createdAt === null ? Number.NaN : Date.parse(createdAt);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
};

const compare = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);

/** For `sort`: older rows first, ties by id. Never 0 for two different rows. */
export const compareRows = (a: Placed, b: Placed): number =>
  compare(creationTime(a), creationTime(b)) || compare<string>(a.id, b.id);

/** Rows in order of creation. Each row's time is read once, not at every comparison. */
export const inCreationOrder = <R extends Placed>(rows: readonly R[]): R[] =>
  rows
    .map((row) => ({ row, time: creationTime(row) }))
    .sort((a, b) => compare(a.time, b.time) || compare<string>(a.row.id, b.row.id))
    .map(({ row }) => row);

/** For `sort` of one list's items: open before done, each in order of creation. */
export const compareItems = (a: Placed & Pick<ItemRow, 'done'>, b: Placed & Pick<ItemRow, 'done'>): number =>
  Number(a.done) - Number(b.done) || compareRows(a, b);

/** True for an item that says nothing yet, ticked or not: it has no place anywhere but on this screen. */
export const isBlank = (item: Pick<ItemRow, 'description' | 'quantity'>): boolean =>
  item.description.trim() === '' && item.quantity.trim() === '';
