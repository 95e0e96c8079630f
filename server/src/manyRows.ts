import { type RawBuilder, sql } from 'kysely';
import type { Database } from './databasePort';
import { type Executor, prepare, slot } from './preparedQuery';
import type { Tables } from './tables';

/**
 * More rows are split into several statements. So one text does not hold all events of a large list for twenty members.
 */
const ROWS_PER_STATEMENT = 20_000;

/** A condition that the column is one of the texts in the slot, a JSON array of any length. */
export const isOneOf = (
  { dialect }: Pick<Database, 'dialect'>,
  column: RawBuilder<unknown>,
  name: string,
): RawBuilder<unknown> =>
  dialect === 'postgres'
    ? sql`${column} = any(array(select json_array_elements_text(cast(${slot(name)} as json))))`
    : sql`${column} in (select value from json_each(${slot(name)}))`;

/**
 * Selects the rows of a JSON array as table columns. A statement with a parameter per value would take longer to build
 * than to run.
 */
const selectRows = ({ dialect }: Database, table: keyof Tables, columns: readonly string[]): RawBuilder<unknown> =>
  dialect === 'postgres'
    ? sql`select ${sql.join(columns.map(sql.ref))}
        from json_populate_recordset(null::${sql.table(table)}, cast(${slot('rows')} as json))`
    : sql`select ${sql.join(columns.map((name) => sql`value ->> ${sql.lit(name)}`))}
        from json_each(${slot('rows')}) where true`;

/**
 * An insert of any number of rows in one statement. A single row, the usual case, is inserted by plain values, which is
 * faster.
 * @param onConflict the conflict clause, for rows whose key exists
 * @returns a function of the transaction and the rows; each row needs all columns
 */
export const insertMany = <Row extends object>(
  database: Database,
  table: keyof Tables,
  columns: readonly string[],
  onConflict: RawBuilder<unknown> = sql``,
) => {
  const into = sql`insert into ${sql.table(table)} (${sql.join(columns.map(sql.ref))})`;
  const values = sql`values (${sql.join(columns.map((name) => sql`${slot(name)}`))})`;
  const insertOne = prepare(database.db, sql`${into} ${values} ${onConflict}`);
  const insertAll = prepare(database.db, sql`${into} ${selectRows(database, table, columns)} ${onConflict}`);
  return async (trx: Executor, rows: readonly Row[]): Promise<void> => {
    const [first] = rows;
    if (first && rows.length === 1) return void (await insertOne.all(trx, Object.fromEntries(Object.entries(first))));
    for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
      await insertAll.all(trx, { rows: JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT)) });
  };
};
