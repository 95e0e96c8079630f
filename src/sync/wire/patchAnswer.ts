import { isWorthRetrying } from '../../contract/outcomes';
import { isObject, type WireRecord } from '../../contract/records';

/** What the answer to a PATCH says of its entries. */

export interface Patched {
  readonly records: readonly WireRecord[];
  readonly rejected: readonly Rejection[];
}

/** One entry of a PATCH that the provider refused; the others went through. */
export interface Rejection {
  readonly uuid: string;
  readonly status: number;
  readonly message: string;
}

/** What a body says was refused. */
export const parseRejections = (body: unknown): Rejection[] => {
  const rejected = isObject(body) && isObject(body.meta) ? body.meta.rejected : null;
  if (!Array.isArray(rejected)) return [];
  const read = rejected.filter(isObject).map(({ uuid, status, message }) => ({
    uuid: String(uuid),
    status: typeof status === 'number' ? status : 400,
    message: typeof message === 'string' ? message : '',
  }));
  // What is only put off is not answered.
  return read.filter(({ status }) => !isWorthRetrying(status));
};
