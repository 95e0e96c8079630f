import { ECHO_LIMIT, type FieldError, invalid, invalidFields, invalidKey } from './problems';

/** The part of a compiled typebox schema that we use. */
export interface Schema<T> {
  Check(value: unknown): value is T;
  Errors(value: unknown): readonly Issue[];
}

interface Issue {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
}

const listIn = (params: object, key: string): readonly string[] => {
  const value: unknown = (params as Record<string, unknown>)[key];
  return Array.isArray(value) ? value.map(String) : [];
};

/** The value as JSON; null if it is nested too deeply. */
const jsonOf = (value: unknown): string | null => {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
};

/** The words for a missing field in the forms of accounts. */
export const REQUIRED = 'is a required field';

const sentence = (field: string, issue: Issue, value: unknown): string => {
  if (value === '') return `${field} ${REQUIRED}`;
  if (issue.keyword === 'type') {
    const type = (issue.params as { type?: unknown }).type;
    return `${field} must be a \`${String(type)}\` type, but the final value was: \`${jsonOf(value) ?? '…'}\`.`;
  }
  const { limit } = issue.params as { limit?: unknown };
  if (issue.keyword === 'format') return `${field} must be a valid ${field}`;
  if (issue.keyword === 'minLength') return `${field} must be at least ${String(limit)} characters`;
  if (issue.keyword === 'maxLength') return `${field} must be at most ${String(limit)} characters`;
  return `${field} has an invalid value`;
};

const fieldErrors = (issue: Issue, data: object, missing: string): FieldError[] => {
  const error = (field: string, message: string): FieldError => ({ path: [field], message, name: 'ValidationError' });
  if (issue.keyword === 'required') {
    return listIn(issue.params, 'requiredProperties').map((field) => error(field, `${field} ${missing}`));
  }
  const field = issue.instancePath.slice(1);
  const value: unknown = (data as Record<string, unknown>)[field];
  return field === '' ? [] : [{ ...error(field, sentence(field, issue, value)), value }];
};

const shortened = (error: FieldError): FieldError =>
  (jsonOf(error)?.length ?? Number.POSITIVE_INFINITY) > ECHO_LIMIT * 2
    ? { path: error.path, message: error.message.slice(0, ECHO_LIMIT), name: error.name }
    : error;

/**
 * Returns the data typed by the schema, or throws a `Problem` in Strapi's words. An unknown key is reported first, else
 * all wrong fields.
 * @param missing the words for a missing field in this kind of form
 */
export const parseData = <T>(schema: Schema<T>, data: unknown, missing = 'must be defined.'): T => {
  if (schema.Check(data)) return data;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw invalid('data must be an object');
  const issues = schema.Errors(data);
  const unknown = issues.flatMap(({ params }) => listIn(params, 'additionalProperties'))[0];
  if (unknown !== undefined) throw invalidKey(unknown, 'body');
  const errors = issues.flatMap((issue) => fieldErrors(issue, data, missing));
  const onePerField = errors.filter(({ path }, at) => errors.findIndex((other) => other.path[0] === path[0]) === at);
  throw invalidFields(onePerField.map(shortened));
};
