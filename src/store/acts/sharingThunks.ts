import { DEMO_REFUSAL } from '../../contract/demoRefusal';
import { FULL_REFUSAL } from '../../contract/fullRefusal';
import { asListId, type ListId } from '../../contract/ids';
import type { Outcome } from '../../contract/outcomes';
import { isObject } from '../../contract/records';
import {
  type Invitation,
  type ListPeople,
  type MadeInvite,
  parseInvitation,
  parseJoined,
  parseListPeople,
  parseNewInvite,
} from '../../contract/sharing';
import { parseUser } from '../../contract/user';
import type { HttpRequest } from '../../sync/wire/call';
import type { AppThunk } from '../state/appStore';
import { userLoaded } from '../state/sessionSlice';
import { askOwn } from './askOwn';
import { callProvider, QUESTION_TIMEOUT_MS } from './callProvider';
import { forceSync } from './forceSync';

/** Requests about the members of a list. They are not part of the sync: without an answer nothing is retried later. */

export type ServerAnswer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** The list or invitation is gone, or this person may not see it any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused' }
  /** The demo account must not do this. */
  | { readonly kind: 'demo' }
  /** The list, or one of its people, has no room for more. */
  | { readonly kind: 'full' }
  | { readonly kind: 'unreachable' };

const NOT_FOUND = 404;

const answerOf = <Value>(outcome: Outcome, parse: (body: unknown) => Value | null): ServerAnswer<Value> => {
  if (outcome.kind === 'ok') {
    const value = parse(outcome.body);
    return value === null ? { kind: 'unreachable' } : { kind: 'ok', value };
  }
  if ('status' in outcome && outcome.status === NOT_FOUND) return { kind: 'gone' };
  if (outcome.kind !== 'refused') return { kind: 'unreachable' };
  if (outcome.message === FULL_REFUSAL) return { kind: 'full' };
  return { kind: outcome.message === DEMO_REFUSAL ? 'demo' : 'refused' };
};

type Request = Pick<HttpRequest, 'method' | 'path' | 'body'>;

const ask =
  <Value>(request: Request, parse: (body: unknown) => Value | null): AppThunk<Promise<ServerAnswer<Value>>> =>
  async (dispatch) =>
    answerOf(await dispatch(askOwn(request, isObject)), parse);

const done = (): true => true;

/** A request about a list. A list that the server does not know yet is sent first. */
const askAbout =
  <Value>(
    listId: ListId,
    request: (path: string) => Request,
    parse: (body: unknown) => Value | null,
  ): AppThunk<Promise<ServerAnswer<Value>>> =>
  async (dispatch, getState) => {
    const idAtServer = (): string | undefined => getState().data.base.lists[listId]?.documentId;
    if (idAtServer() === undefined) await dispatch(forceSync());
    const documentId = idAtServer();
    if (documentId === undefined) return { kind: 'unreachable' };
    return dispatch(ask(request(`/lists/${encodeURIComponent(documentId)}`), parse));
  };

export const loadPeople = (listId: ListId): AppThunk<Promise<ServerAnswer<ListPeople>>> =>
  askAbout(listId, (path) => ({ method: 'GET', path: `${path}/members` }), parseListPeople);

/** Creates an invitation. The server never returns its code again. */
export const createInvite = (listId: ListId): AppThunk<Promise<ServerAnswer<MadeInvite>>> =>
  askAbout(listId, (path) => ({ method: 'POST', path: `${path}/invites`, body: {} }), parseNewInvite);

export const revokeInvite = (listId: ListId, id: string): AppThunk<Promise<ServerAnswer<true>>> =>
  askAbout(listId, (path) => ({ method: 'DELETE', path: `${path}/invites/${encodeURIComponent(id)}` }), done);

/** Removes another member from the list. */
export const removeMember =
  (listId: ListId, id: string): AppThunk<Promise<ServerAnswer<true>>> =>
  async (dispatch) => {
    const path = (list: string) => `${list}/members/${encodeURIComponent(id)}`;
    const answer = await dispatch(askAbout(listId, (list) => ({ method: 'DELETE', path: path(list) }), done));
    // The rows arrive by the pull, as for all other lists. On a slow network it may take minutes.
    if (answer.kind === 'ok') void dispatch(forceSync());
    return answer;
  };

/** What the invitation with this code leads to. Guests may ask too. */
export const previewInvite =
  (code: string): AppThunk<Promise<ServerAnswer<Invitation>>> =>
  async (dispatch) => {
    const request = { method: 'POST', path: '/invites/preview', body: { code } } as const;
    return answerOf(await dispatch(callProvider(request, null, isObject, QUESTION_TIMEOUT_MS)), parseInvitation);
  };

/** Joins the list, and pulls it. */
export const acceptInvite =
  (code: string): AppThunk<Promise<ServerAnswer<ListId>>> =>
  async (dispatch) => {
    const answer = await dispatch(ask({ method: 'POST', path: '/invites/accept', body: { code } }, parseJoined));
    if (answer.kind !== 'ok') return answer;
    await dispatch(forceSync());
    return { kind: 'ok', value: asListId(answer.value) };
  };

/** Sets the name that other members of shared lists see. */
export const saveName =
  (name: string): AppThunk<Promise<ServerAnswer<true>>> =>
  async (dispatch, getState, { ports }) => {
    const answer = await dispatch(ask({ method: 'PUT', path: '/users/me', body: { name } }, parseUser));
    if (answer.kind !== 'ok') return answer;
    // Another tab may have signed in somebody else, whose token must not be stored beside this person.
    const isStored = ports.session.user()?.id === answer.value.id;
    if (isStored && getState().session.user?.id === answer.value.id) {
      ports.session.saveUser(answer.value);
      dispatch(userLoaded(answer.value));
    }
    return { kind: 'ok', value: true };
  };
