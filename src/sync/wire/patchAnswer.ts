import { isWorthRetrying } from '../../contract/outcomes';
import { isObject, type WireRecord } from '../../contract/records';

/** Parses the answer to a PATCH. */

export interface Patched {
  readonly records: readonly WireRecord[];
  readonly rejected: readonly Rejection[];
}

/** One entry of a PATCH that the provider refused. The others were accepted. */
interface Rejection {
  readonly uuid: string;
  readonly status: number;
  readonly message: string;
}

/** The refused entries in a body. */
export const parseRejections = (body: unknown): Rejection[] => {
  const rejected = isObject(body) && isObject(body.meta) ? body.meta.rejected : null;
  if (!Array.isArray(rejected)) return [];
  const read = rejected.filter(isObject).map(({ uuid, status, message }) => ({
    uuid: String(uuid),
    status: typeof status === 'number' ? status : 400,
    message: typeof message === 'string' ? message : '',
  }));
  // An entry that is only postponed has no answer.
  return read.filter(({ status }) => !isWorthRetrying(status));
};
