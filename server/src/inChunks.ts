/** Neither database takes more than 32,766 values in a statement; our rows have a dozen at most. */
const ROWS_PER_STATEMENT = 1000;

/** The rows in portions that one statement takes. */
export const inChunks = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, at) =>
    rows.slice(at * ROWS_PER_STATEMENT, (at + 1) * ROWS_PER_STATEMENT),
  );
