import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Tables } from './tables';

/** A named gap in a query that is filled at each run. */
class Slot {
  constructor(readonly name: string) {}
}

export const slot = (name: string): Slot => new Slot(name);

export type Executor = Kysely<Tables>;
type Values = Readonly<Record<string, unknown>>;

export interface PreparedQuery<Row> {
  all(executor: Executor, values: Values): Promise<Row[]>;
  /** The first row, or undefined when there is none. */
  first(executor: Executor, values: Values): Promise<Row | undefined>;
}

/**
 * Compiles a query once, for the queries every request makes: building one anew costs several times what SQLite needs to
 * answer it. A slot without a value is a bug and throws.
 */
export const prepare = <Row>(db: Executor, query: RawBuilder<Row>): PreparedQuery<Row> => {
  const compiled: CompiledQuery<Row> = query.compile(db);
  const fill = (values: Values): CompiledQuery<Row> => ({
    ...compiled,
    parameters: compiled.parameters.map((parameter) => {
      if (!(parameter instanceof Slot)) return parameter;
      const value = values[parameter.name];
      if (value === undefined) throw new Error(`no value for "${parameter.name}"`);
      return value;
    }),
  });
  const all = async (executor: Executor, values: Values) => (await executor.executeQuery(fill(values))).rows;
  return { all, first: async (executor, values) => (await all(executor, values))[0] };
};
