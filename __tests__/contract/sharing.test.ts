import { expect, test } from '@jest/globals';
import { inviteCodeAt, inviteCodeIn, inviteLink } from '../../src/contract/inviteLink';
import { parseRecord } from '../../src/contract/records';
import { parseInvitation, parseJoined, parseListPeople, parseNewInvite } from '../../src/contract/sharing';

test('a code is found in its link, in text around it, and nowhere else', () => {
  const link = inviteLink('https://listy.example/lists', 'Ab_-9');
  expect(link).toBe('https://listy.example/lists#invite=Ab_-9');
  expect(inviteCodeIn(`Zapraszam: ${link} !`)).toBe('Ab_-9');
  for (const text of ['', 'Ab_-9', '#invite=', '?invite=Ab', `#invite=ż`]) expect(inviteCodeIn(text)).toBeNull();
});

test('an address has a code, a broken code, or none', () => {
  expect(inviteCodeAt('#invite=Ab_-9')).toBe('Ab_-9');
  for (const hash of ['#invite=', '#invite=%%%', '#invite=ż']) expect(inviteCodeAt(hash)).toBe('');
  for (const hash of ['', '#', '#invite', '#refused', '#reset=Ab']) expect(inviteCodeAt(hash)).toBeNull();
});

test('a list that others are in says what one is in it; one that is nobody else’s says nothing', () => {
  const record = { uuid: 'l', documentId: 'd', updatedAt: '2026-03-01T08:00:00.000Z', name: 'Weekend', icon: 'tomato' };
  const sharingOf = (more: object) => {
    const read = parseRecord('lists', { ...record, ...more });
    return read?.alive ? read.server.sharing : 'not read';
  };
  expect(sharingOf({ role: 'member', members: 3 })).toEqual({ role: 'member', members: 3 });
  expect(sharingOf({ role: 'owner', members: 2 })).toEqual({ role: 'owner', members: 2 });
  for (const more of [
    {},
    { role: 'owner', members: 1 },
    { role: 'admin', members: 2 },
    { role: 'member', members: '2' },
  ])
    expect(sharingOf(more)).toBeUndefined();
});

test('answers about people are read, and what is none of them is no answer', () => {
  const member = { id: 'a', name: 'Ania', role: 'owner', isMe: true };
  const invite = { id: 'i', expiresAt: '2026-03-08T08:00:00.000Z' };
  expect(parseListPeople({ data: { members: [member, { id: 7 }, 'x'], invites: [invite, {}] } })).toEqual({
    members: [member],
    invites: [invite],
  });
  expect(parseNewInvite({ data: { id: '1', code: 'c' } })).toEqual({ id: '1', code: 'c' });
  expect(parseInvitation({ data: { list: { name: 'Dom' }, from: null } })).toEqual({
    name: 'Dom',
    icon: '',
    from: null,
  });
  expect(parseJoined({ data: { uuid: 'l' } })).toBe('l');
  for (const body of [null, 'x', {}, { data: null }, { data: {} }, { data: [] }])
    for (const parse of [parseListPeople, parseNewInvite, parseInvitation, parseJoined]) expect(parse(body)).toBeNull();
});
