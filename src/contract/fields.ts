import { LONGEST_ORDER_KEY, ORDER_KEY_PATTERN } from './orderKey';

/**
 * The fields of lists and items that people edit, named here and nowhere else: the rows' types, what a new row starts with, what the
 * server takes and stores, what counts as blank, what is typed into a row, and what an undo brings back follow from this table.
 * CONTRIBUTING.md tells how to add a field.
 */
export interface Field {
  /** The value of a new row; its type is the field's. */
  readonly empty: string | boolean;
  /** True for a text that is typed into the row. A row whose typed texts are all empty is blank. */
  readonly isTyped: boolean;
  /** What the server takes, as a regular expression; any text unless told. */
  readonly pattern?: string;
  /** In characters; no limit but the body's unless told. */
  readonly maxLength?: number;
  /** True for a field that another provider may not know: one that is empty is not sent, and a record may lack it. */
  readonly isOurs?: boolean;
}

export const FIELDS = {
  lists: {
    name: { empty: '', isTyped: true },
    icon: { empty: 'tomato', isTyped: false },
  },
  items: {
    description: { empty: '', isTyped: true },
    quantity: { empty: '', isTyped: true },
    done: { empty: false, isTyped: false },
    /** Where the item stands, once somebody moved it by hand (`orderKey.ts`). */
    order: { empty: '', isTyped: false, pattern: ORDER_KEY_PATTERN, maxLength: LONGEST_ORDER_KEY, isOurs: true },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>;

type Table = typeof FIELDS;
type ValueOf<Empty> = Empty extends boolean ? boolean : string;

export type FieldsOf<Name extends keyof Table> = {
  readonly [Key in keyof Table[Name]]: Table[Name][Key] extends { readonly empty: infer Empty }
    ? ValueOf<Empty>
    : never;
};
export type ListFields = FieldsOf<'lists'>;
export type ItemFields = FieldsOf<'items'>;

/** The texts of an item that are typed into its row, in the order of their fields there. */
export type ItemText = {
  [Key in keyof Table['items']]: Table['items'][Key]['isTyped'] extends true ? Key : never;
}[keyof Table['items']];

export const ITEM_TEXTS = (Object.keys(FIELDS.items) as (keyof ItemFields)[]).filter(
  (name): name is ItemText => FIELDS.items[name].isTyped,
);

export const isItemText = (name: unknown): name is ItemText => ITEM_TEXTS.some((text) => text === name);

const startOf = <Name extends keyof Table>(name: Name): FieldsOf<Name> =>
  Object.fromEntries(
    Object.entries<Field>(FIELDS[name]).map(([field, { empty }]) => [field, empty]),
    // The same keys, each with a value of its own type.
  ) as FieldsOf<Name>;

/** What a new row starts with. */
export const emptyFields = { lists: startOf('lists'), items: startOf('items') };

const tables: Readonly<Record<keyof Table, Readonly<Record<string, Field>>>> = FIELDS;

/** Whether a provider must know the field. */
export const isKnownToAll = (collection: keyof Table, name: string): boolean => !tables[collection][name]?.isOurs;
