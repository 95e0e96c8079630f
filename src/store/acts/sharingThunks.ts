import { asListId, type ListId } from '../../contract/ids';
import type { Outcome } from '../../contract/outcomes';
import { isObject } from '../../contract/records';
import {
  type Invitation,
  type ListPeople,
  parseInvitation,
  parseJoined,
  parseListPeople,
  parseNewCode,
} from '../../contract/sharing';
import { parseUser } from '../../contract/user';
import type { HttpRequest } from '../../sync/wire/call';
import type { AppThunk } from '../state/appStore';
import { userLoaded } from '../state/sessionSlice';
import { callProvider, QUESTION_TIMEOUT_MS } from './callProvider';
import { forceSync } from './forceSync';

/** Calls about who shares a list. They stand outside the sync: nothing of them is kept for later when there is no answer. */

export type Asked<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** What the call was about is not there, or not for this person any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable' };

const NOT_FOUND = 404;

const asked = <Value>(outcome: Outcome, parse: (body: unknown) => Value | null): Asked<Value> => {
  if (outcome.kind === 'ok') {
    const value = parse(outcome.body);
    return value === null ? { kind: 'unreachable' } : { kind: 'ok', value };
  }
  if ('status' in outcome && outcome.status === NOT_FOUND) return { kind: 'gone' };
  return { kind: outcome.kind === 'refused' ? 'refused' : 'unreachable' };
};

type Request = Pick<HttpRequest, 'method' | 'path' | 'body'>;

const ask =
  <Value>(request: Request, parse: (body: unknown) => Value | null): AppThunk<Promise<Asked<Value>>> =>
  async (dispatch, _getState, { ports }) => {
    const token = ports.session.token();
    return asked(await dispatch(callProvider(request, token, isObject, QUESTION_TIMEOUT_MS)), parse);
  };

const done = (): true => true;

/** A call about a list of which the server knows: one that it does not know yet is sent first. */
const askAbout =
  <Value>(
    listId: ListId,
    request: (path: string) => Request,
    parse: (body: unknown) => Value | null,
  ): AppThunk<Promise<Asked<Value>>> =>
  async (dispatch, getState) => {
    const idAtServer = (): string | undefined => getState().data.base.lists[listId]?.documentId;
    if (idAtServer() === undefined) await dispatch(forceSync());
    const documentId = idAtServer();
    if (documentId === undefined) return { kind: 'unreachable' };
    return dispatch(ask(request(`/lists/${encodeURIComponent(documentId)}`), parse));
  };

export const loadPeople = (listId: ListId): AppThunk<Promise<Asked<ListPeople>>> =>
  askAbout(listId, (path) => ({ method: 'GET', path: `${path}/members` }), parseListPeople);

/** Makes an invitation and tells its code, which nobody tells again. */
export const createInvite = (listId: ListId): AppThunk<Promise<Asked<string>>> =>
  askAbout(listId, (path) => ({ method: 'POST', path: `${path}/invites`, body: {} }), parseNewCode);

export const revokeInvite = (listId: ListId, id: string): AppThunk<Promise<Asked<true>>> =>
  askAbout(listId, (path) => ({ method: 'DELETE', path: `${path}/invites/${encodeURIComponent(id)}` }), done);

/** Takes somebody else out of the list. */
export const removeMember =
  (listId: ListId, id: string): AppThunk<Promise<Asked<true>>> =>
  async (dispatch) => {
    const path = (list: string) => `${list}/members/${encodeURIComponent(id)}`;
    const answer = await dispatch(askAbout(listId, (list) => ({ method: 'DELETE', path: path(list) }), done));
    // The rows follow as they do for everybody else.
    if (answer.kind === 'ok') await dispatch(forceSync());
    return answer;
  };

/** What is behind a code; asked by guests too. */
export const previewInvite =
  (code: string): AppThunk<Promise<Asked<Invitation>>> =>
  async (dispatch) => {
    const request = { method: 'POST', path: '/invites/preview', body: { code } } as const;
    return asked(await dispatch(callProvider(request, null, isObject, QUESTION_TIMEOUT_MS)), parseInvitation);
  };

/** Joins the list, and reads it. */
export const acceptInvite =
  (code: string): AppThunk<Promise<Asked<ListId>>> =>
  async (dispatch) => {
    const answer = await dispatch(ask({ method: 'POST', path: '/invites/accept', body: { code } }, parseJoined));
    if (answer.kind !== 'ok') return answer;
    await dispatch(forceSync());
    return { kind: 'ok', value: asListId(answer.value) };
  };

/** Tells the name that others in shared lists see. */
export const saveName =
  (name: string): AppThunk<Promise<Asked<true>>> =>
  async (dispatch, getState, { ports }) => {
    const answer = await dispatch(ask({ method: 'PUT', path: '/users/me', body: { name } }, parseUser));
    if (answer.kind !== 'ok') return answer;
    if (getState().session.user?.id === answer.value.id) {
      ports.session.saveUser(answer.value);
      dispatch(userLoaded(answer.value));
    }
    return { kind: 'ok', value: true };
  };
