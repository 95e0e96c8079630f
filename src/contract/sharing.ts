import { isDate, isObject } from './records';

/**
 * Requests and answers about members and invitations. An invitation's code travels only after the `#` of a link and in
 * the body of a request or answer.
 */

export interface Member {
  /** The membership's id. In a request, `me` stands for the caller's own membership. */
  readonly id: string;
  readonly name: string | null;
  readonly role: 'owner' | 'member';
  readonly isMe: boolean;
}

export interface OpenInvite {
  readonly id: string;
  /** ISO, UTC. */
  readonly expiresAt: string;
}

export interface ListPeople {
  readonly members: readonly Member[];
  /** Only the owner gets them. */
  readonly invites: readonly OpenInvite[];
}

/** What an invited person sees of a list before they join. */
export interface Invitation {
  readonly name: string;
  readonly icon: string;
  readonly from: string | null;
}

const dataOf = (body: unknown): unknown => (isObject(body) ? body.data : undefined);

const parseMember = (value: unknown): Member | null => {
  if (!isObject(value) || typeof value.id !== 'string') return null;
  const name = typeof value.name === 'string' ? value.name : null;
  return { id: value.id, name, role: value.role === 'owner' ? 'owner' : 'member', isMe: value.isMe === true };
};

const parseInvite = (value: unknown): OpenInvite | null =>
  isObject(value) && typeof value.id === 'string' && isDate(value.expiresAt)
    ? { id: value.id, expiresAt: value.expiresAt }
    : null;

const known = <Value>(values: unknown, parse: (value: unknown) => Value | null): Value[] =>
  Array.isArray(values) ? values.map(parse).filter((value) => value !== null) : [];

/** Reads the people of a list from an answer; null if the body has another form. */
export const parseListPeople = (body: unknown): ListPeople | null => {
  const data = dataOf(body);
  if (!isObject(data) || !Array.isArray(data.members)) return null;
  return { members: known(data.members, parseMember), invites: known(data.invites, parseInvite) };
};

/** A new invitation with its code, which the server gives only once. */
export interface MadeInvite {
  readonly id: string;
  readonly code: string;
}

/** Reads a new invitation from an answer; null if the body has no id or no code. */
export const parseNewInvite = (body: unknown): MadeInvite | null => {
  const data = dataOf(body);
  if (!isObject(data) || typeof data.id !== 'string' || typeof data.code !== 'string' || data.code === '') return null;
  return { id: data.id, code: data.code };
};

export const parseInvitation = (body: unknown): Invitation | null => {
  const data = dataOf(body);
  if (!isObject(data) || !isObject(data.list) || typeof data.list.name !== 'string') return null;
  const icon = typeof data.list.icon === 'string' ? data.list.icon : '';
  return { name: data.list.name, icon, from: typeof data.from === 'string' ? data.from : null };
};

/** The uuid of the list that was joined. */
export const parseJoined = (body: unknown): string | null => {
  const data = dataOf(body);
  return isObject(data) && typeof data.uuid === 'string' ? data.uuid : null;
};
