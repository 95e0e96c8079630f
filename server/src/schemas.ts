import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { FIELDS, type Field } from '../../src/contract/fields';
import type { Collection } from '../../src/contract/records';
import { SHORTEST_PASSWORD } from '../../src/contract/user';
import type { Schema } from './parseData';

/**
 * PostgreSQL cannot store NUL in text, so it is refused for both databases. Only the body limits the length of a text,
 * unless its field has a limit.
 */
const WITHOUT_NUL = '^[^\\u0000]*$';
/** The format of an e-mail allows any character between quotes, but one that controls a terminal is not an address. */
const WITHOUT_CONTROLS = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
const strict = { additionalProperties: false } as const;

/** Any short id is accepted as a client's uuid. It only has to be unique for the client and never change. */
const uuid = () => Type.String({ pattern: '^[0-9a-zA-Z-]{1,64}$' });

const schemaOf = ({ empty, pattern = WITHOUT_NUL, maxLength }: Field) =>
  typeof empty === 'boolean' ? Type.Boolean() : Type.String({ pattern, ...(maxLength && { maxLength }) });
const fieldsOf = (collection: Collection) =>
  Object.fromEntries(
    Object.entries<Field>(FIELDS[collection]).map(([name, field]) => [name, Type.Optional(schemaOf(field))]),
  );
const fields = { lists: fieldsOf('lists'), items: fieldsOf('items') };

type Given = Readonly<Record<string, unknown>>;
export type CreateData = { readonly uuid: string; readonly list?: string } & Given;
type UpdateData = { readonly uuid?: string } & Given;
type PatchData = UpdateData & { readonly documentId?: string; readonly idempotencyKey?: string };

const optionalUuid = { uuid: Type.Optional(uuid()) };
const entry = {
  ...optionalUuid,
  documentId: Type.Optional(Type.String({ maxLength: 64, pattern: WITHOUT_NUL })),
  idempotencyKey: Type.Optional(Type.String({ maxLength: 256 })),
};

// Compiled before the typed tables below, so that the types are inferred from the schemas.
const createList = Compile(Type.Object({ uuid: uuid(), ...fields.lists }, strict));
const createItem = Compile(Type.Object({ uuid: uuid(), list: uuid(), ...fields.items }, strict));
const updateList = Compile(Type.Object({ ...optionalUuid, ...fields.lists }, strict));
const updateItem = Compile(Type.Object({ ...optionalUuid, ...fields.items }, strict));
const patchList = Compile(Type.Object({ ...entry, ...fields.lists }, strict));
const patchItem = Compile(Type.Object({ ...entry, ...fields.items }, strict));

/** The allowed data of each write. `list` is set once: an item does not move between lists. */
export const createData: Record<Collection, Schema<CreateData>> = { lists: createList, items: createItem };
export const updateData: Record<Collection, Schema<UpdateData>> = { lists: updateList, items: updateItem };
/** One entry of a PATCH: the row's id and its changed fields. */
export const patchData: Record<Collection, Schema<PatchData>> = { lists: patchList, items: patchItem };

const secret = () => Type.String({ minLength: 1, maxLength: 1024 });
export const loginData = Compile(
  Type.Object({ identifier: Type.String({ minLength: 1, pattern: WITHOUT_NUL }), password: secret() }, strict),
);

const newPassword = () => Type.String({ minLength: SHORTEST_PASSWORD, maxLength: 1024 });
export const registerData = Compile(
  Type.Object(
    {
      username: Type.String({ minLength: 1, maxLength: 255, pattern: WITHOUT_NUL }),
      email: Type.String({ minLength: 1, maxLength: 254, format: 'email', pattern: WITHOUT_CONTROLS }),
      password: newPassword(),
    },
    strict,
  ),
);

/** A new password alone, as an operator gives it. */
export const newPasswordData = Compile(Type.Object({ password: newPassword() }, strict));

export const changePasswordData = Compile(
  Type.Object({ currentPassword: secret(), password: newPassword(), passwordConfirmation: Type.String() }, strict),
);

/** Only the password, for actions that cannot be undone. */
export const ownPasswordData = Compile(Type.Object({ password: secret() }, strict));

export const forgotPasswordData = Compile(
  Type.Object({ email: Type.String({ minLength: 1, maxLength: 254, pattern: WITHOUT_NUL }) }, strict),
);

export const resetPasswordData = Compile(
  Type.Object(
    {
      code: Type.String({ minLength: 1, maxLength: 256 }),
      password: newPassword(),
      passwordConfirmation: Type.String(),
    },
    strict,
  ),
);

/** The name that other members see. */
export const nameData = Compile(Type.Object({ name: Type.String() }, strict));

/** The code of an invitation. */
export const inviteCodeData = Compile(Type.Object({ code: Type.String() }, strict));
