/** What the three users of `ownershipFuzz.ts` did so far: who is in which list, and what each row holds. */

type Fields = Readonly<Record<string, unknown>>;

export interface ModelList {
  readonly kind: 'lists';
  readonly documentId: string;
  readonly uuid: string;
  /** In the order of joining; the first is not always the owner. */
  members: readonly number[];
  owner: number;
  isAlive: boolean;
  fields: Fields;
}

interface ModelItem {
  readonly kind: 'items';
  readonly documentId: string;
  readonly uuid: string;
  readonly list: ModelList;
  isAlive: boolean;
  fields: Fields;
}

export type ModelRow = ModelList | ModelItem;

interface ModelInvite {
  readonly id: string;
  readonly code: string;
  readonly list: ModelList;
}

export const listOf = (row: ModelRow): ModelList => (row.kind === 'lists' ? row : row.list);

export const makeModel = () => {
  const rows = new Map<string, ModelRow>();
  const everIn = new Map<ModelList, Set<number>>();
  let invites: ModelInvite[] = [];
  const noteMember = (list: ModelList, user: number) =>
    everIn.set(list, (everIn.get(list) ?? new Set<number>()).add(user));

  return {
    rows,
    invites: (): readonly ModelInvite[] => invites,
    all: (): ModelRow[] => [...rows.values()],
    lists: (): ModelList[] => [...rows.values()].filter((row) => row.kind === 'lists'),
    isMember: (row: ModelRow, user: number): boolean => listOf(row).members.includes(user),
    /** Whether the server may send the user a tombstone of the list. */
    wasMember: (list: ModelList, user: number): boolean => everIn.get(list)?.has(user) ?? false,
    addList: (documentId: string, uuid: string, owner: number, fields: Fields): void => {
      const list: ModelList = { kind: 'lists', documentId, uuid, owner, members: [owner], isAlive: true, fields };
      rows.set(documentId, list);
      noteMember(list, owner);
    },
    addItem: (documentId: string, uuid: string, list: ModelList, fields: Fields): void => {
      rows.set(documentId, { kind: 'items', documentId, uuid, list, isAlive: true, fields });
    },
    addInvite: (invite: ModelInvite): void => {
      invites = [...invites, invite].slice(-30);
    },
    join: (list: ModelList, user: number): void => {
      if (list.members.includes(user)) return;
      list.members = [...list.members, user];
      noteMember(list, user);
    },
    takeOut: (list: ModelList, user: number): void => {
      list.members = list.members.filter((member) => member !== user);
      if (list.owner === user) list.owner = list.members[0] ?? user;
    },
    remove: (row: ModelRow): void => {
      row.isAlive = false;
      if (row.kind === 'items') return;
      for (const other of rows.values()) if (other.kind === 'items' && other.list === row) other.isAlive = false;
    },
  };
};

export type Model = ReturnType<typeof makeModel>;
