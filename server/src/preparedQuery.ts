import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Tables } from './tables';

/** A named parameter of a query. */
class Slot {
  constructor(readonly name: string) {}
}

export const slot = (name: string): Slot => new Slot(name);

export type Executor = Kysely<Tables>;
type Values = Readonly<Record<string, unknown>>;

interface PreparedQuery<Row> {
  all(executor: Executor, values: Values): Promise<Row[]>;
  /** The first row; undefined without any. */
  first(executor: Executor, values: Values): Promise<Row | undefined>;
}

/**
 * Compiles a query once, for the queries of every request. Building one each time costs several times its execution in
 * SQLite. A slot without a value is a bug and throws.
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
