import { type Placed, placeOf } from '../../src/domain/itemOrder';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of rows, for `sort`: by place, ties by id. Never 0 for two different rows. */
export const compareRows = (a: Placed, b: Placed): number => compare(placeOf(a), placeOf(b)) || compare(a.id, b.id);
