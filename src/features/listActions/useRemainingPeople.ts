import { useState } from 'react';
import type { ListPeople, Member, OpenInvite } from '../../contract/sharing';
import type { KnownPeople } from '../usePeople';

type Person = Member | OpenInvite;

const NOBODY: ListPeople = { members: [], invites: [] };

/**
 * Members and open invitations of the last answer, without those that the person has removed or revoked since. A question
 * without an answer changes nothing: it must not take the link of a new invitation away.
 * @returns them, and a function that takes some out until the next answer, which does not have them
 */
export const useRemainingPeople = (people: KnownPeople): readonly [ListPeople, (ended: readonly Person[]) => void] => {
  const [last, setLast] = useState(NOBODY);
  const [ended, setEnded] = useState<readonly Person[]>([]);
  const answered = people.kind === 'ok' ? people.value : people.kind === 'unreachable' ? last : NOBODY;
  if (answered !== last) {
    setLast(answered);
    setEnded([]);
  }
  const remaining: ListPeople = {
    members: answered.members.filter((member) => !ended.includes(member)),
    invites: answered.invites.filter((invite) => !ended.includes(invite)),
  };
  return [remaining, (more) => setEnded((before) => [...before, ...more])];
};
