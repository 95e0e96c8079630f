import { LONGEST_ORDER_KEY, ORDER_KEY_PATTERN } from './orderKey';

/**
 * The table of all fields that people edit. Many things are derived from it: the types of rows, the values of a new
 * row, what the server accepts and stores, which rows are blank, and what an undo restores. CONTRIBUTING.md says how to
 * add a field.
 */
export interface Field {
  /** The value in a new row. Its type is the type of the field. */
  readonly empty: string | boolean;
  /** True for a text that is typed into the row. A row whose typed texts are all empty is blank. */
  readonly isTyped: boolean;
  /** A regular expression for the values that the server accepts. Without it, any text. */
  readonly pattern?: string;
  /** In characters. Without it, only the size of the request is limited. */
  readonly maxLength?: number;
  /** True for a field that another provider may not know. A create leaves it out while empty; a record may lack it. */
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
    /** The place of an item that somebody moved by hand (`orderKey.ts`). */
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

/** True for an item without any text, ticked or not. */
export const isBlank = (item: Pick<ItemFields, ItemText>): boolean =>
  ITEM_TEXTS.every((name) => item[name].trim() === '');

export const isItemText = (name: unknown): name is ItemText => ITEM_TEXTS.some((text) => text === name);

const startOf = <Name extends keyof Table>(name: Name): FieldsOf<Name> =>
  Object.fromEntries(
    Object.entries<Field>(FIELDS[name]).map(([field, { empty }]) => [field, empty]),
    // The cast is safe: each field keeps its name, and its value has the field's type.
  ) as FieldsOf<Name>;

/** The field values of a new row. */
export const emptyFields = { lists: startOf('lists'), items: startOf('items') };

const tables: Readonly<Record<keyof Table, Readonly<Record<string, Field>>>> = FIELDS;

/** Whether every provider knows the field. */
export const isKnownToAll = (collection: keyof Table, name: string): boolean => !tables[collection][name]?.isOurs;

/** Whether the field is a text that is typed into the row. */
export const isTyped = (collection: keyof Table, name: string): boolean => tables[collection][name]?.isTyped === true;
