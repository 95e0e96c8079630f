import { isDate, isObject } from './records';

/** A removed list that can be restored, if the provider offers `restore`. */
export interface RemovedList {
  readonly documentId: string;
  /** Its old uuid; '' if the provider does not say it. */
  readonly uuid: string;
  readonly name: string;
  readonly icon: string;
  /** How many items would be restored with it. */
  readonly items: number;
  /** ISO, UTC. */
  readonly removedAt: string;
}

export const REMOVED_LISTS_REQUEST = { method: 'GET', path: '/lists/removed' } as const;

export const restoreRequest = (documentId: string) =>
  ({ method: 'POST', path: `/lists/removed/${encodeURIComponent(documentId)}/restore`, body: {} }) as const;

const parseRemovedList = (value: unknown): RemovedList[] => {
  if (!isObject(value)) return [];
  const { documentId, uuid, name, icon, items, removedAt } = value;
  if (typeof documentId !== 'string' || typeof name !== 'string' || !isDate(removedAt)) return [];
  return [
    {
      documentId,
      uuid: typeof uuid === 'string' ? uuid : '',
      name,
      icon: String(icon),
      items: typeof items === 'number' ? items : 0,
      removedAt,
    },
  ];
};

/** Reads the removed lists of an answer; null if it has another form. Entries of another form are left out. */
export const parseRemovedLists = (body: unknown): readonly RemovedList[] | null =>
  isObject(body) && Array.isArray(body.data) ? body.data.flatMap(parseRemovedList) : null;
