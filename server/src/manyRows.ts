import { type RawBuilder, sql } from 'kysely';
import type { Database } from './databasePort';
import { type Executor, prepare, slot } from './preparedQuery';
import type { Tables } from './tables';

/** More go in several statements, so that one text does not hold all events of a large list for twenty members. */
const ROWS_PER_STATEMENT = 20_000;

/** A condition that holds where the column is one of the texts in the slot, given as a JSON array of any length. */
export const isOneOf = (
  { dialect }: Pick<Database, 'dialect'>,
  column: RawBuilder<unknown>,
  name: string,
): RawBuilder<unknown> =>
  dialect === 'postgres'
    ? sql`${column} = any(array(select json_array_elements_text(cast(${slot(name)} as json))))`
    : sql`${column} in (select value from json_each(${slot(name)}))`;

/**
 * The rows of a JSON array as a select of the columns of their table. A statement with a value for each column of each row would take longer to
 * build than the database needs for the rows.
 */
const selectRows = ({ dialect }: Database, table: keyof Tables, columns: readonly string[]): RawBuilder<unknown> =>
  dialect === 'postgres'
    ? sql`select ${sql.join(columns.map(sql.ref))}
        from json_populate_recordset(null::${sql.table(table)}, cast(${slot('rows')} as json))`
    : sql`select ${sql.join(columns.map((name) => sql`value ->> ${sql.lit(name)}`))}
        from json_each(${slot('rows')}) where true`;

/**
 * An insert that takes any number of rows in one statement. Nearly always there is one, which its values bring there sooner.
 * @param onConflict what follows, for rows whose key is there already
 * @returns a function of the transaction and the rows, each of which has all the columns
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
