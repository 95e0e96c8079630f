import { describe, expect, test } from '@jest/globals';
import type { RowId } from '../../src/contract/ids';
import { withoutOnly } from '../../src/sync/model/changeLog';
import { recoveryOffers } from '../../src/sync/model/orphans';
import { syncEvent } from '../../src/sync/model/syncEvents';
import { allChanges, type Change } from '../../src/sync/model/syncState';
import type { HttpRequest, SendRequest } from '../../src/sync/wire/call';
import { anItem, insertOf, listId, removalDelta, removeOf, updateOf } from '../support/builders';
import { list, milk, withList, withMilk } from '../support/milkList';
import type { Manner, Provider } from '../support/modelProvider';
import {
  answerWith,
  dropAnswer,
  dropRequest,
  type Fault,
  makeHost,
  refuseWith,
  roundOver,
  scriptedWire,
} from '../support/roundOver';

/** Decision 009, step 2: a write is repeated as it was until it is answered, or planned anew if the provider failed on it. */

const BAD = '🎄';

/** A provider that breaks on one text each time, or that stands behind a proxy that takes no more than so much. */
const breakingOn = (provider: Provider, status: 500 | 413): SendRequest => {
  const answer = status === 500 ? refuseWith(500, 'Internal Server Error') : answerWith(413, '<html>');
  return async (request) =>
    JSON.stringify(request.body ?? '').includes(BAD)
      ? answer(request, () => provider.answer(request))
      : provider.answer(request);
};

const isWrite = ({ method }: HttpRequest): boolean => method !== 'GET';

const deviceOn = async (provider: Provider, send: SendRequest, isDiffMode = false) => {
  const device = makeHost();
  const round = () => roundOver(device, send, { isDiffMode });
  await round();
  const unsent = () => allChanges(device.state().log);
  const shown = (id: RowId = milk.id) => device.state().base.items[listId(1)]?.[id as typeof milk.id]?.row;
  return { device, round, unsent, shown, item: () => provider.row('items', milk.id) };
};

const providers: [Manner, 500 | 413][] = [
  ['ours', 500],
  ['strapi', 500],
  ['ours', 413],
];

describe.each(providers)('given a provider (%s) that answers %i to a row’s content each time', (manner, status) => {
  const made = { ...milk, description: `milk ${BAD}` };

  test('when the content of a new row is corrected, then the row is accepted', async () => {
    const provider = withList(manner);
    const { device, round, unsent, item } = await deviceOn(provider, breakingOn(provider, status));
    device.type(insertOf(made, 1));
    expect(await round()).toMatchObject({ kind: 'failed', stage: 'push' });
    expect(await round()).toMatchObject({ kind: 'failed', stage: 'push' });
    device.type(updateOf(milk, { description: 'oat milk' }, 2));
    expect(await round()).toEqual({ kind: 'done' });
    expect(item()).toMatchObject({ description: 'oat milk' });
    expect([unsent(), device.state().log.inFlight]).toEqual([[], {}]);
  });

  test('when the new row is removed, then its changes leave the log and nothing is sent', async () => {
    const provider = withList(manner);
    const { device, round, unsent, item } = await deviceOn(provider, breakingOn(provider, status));
    device.type(insertOf(made, 1));
    await round();
    device.type(removeOf(milk, 2));
    provider.requests.length = 0;
    expect(await round()).toEqual({ kind: 'done' });
    expect([item(), unsent(), device.state().log.inFlight]).toEqual([undefined, [], {}]);
    expect(provider.requests.filter(isWrite)).toEqual([]);
  });

  test('when the new row is removed and there are no locks, then nothing of it waits either', async () => {
    const provider = withList(manner);
    const device = makeHost();
    const round = () => roundOver(device, breakingOn(provider, status), { hasNoLocks: true });
    device.type(insertOf(made, 1));
    await round();
    device.type(removeOf(milk, 2));
    expect(await round()).toEqual({ kind: 'done' });
    expect([allChanges(device.state().log), device.state().log.inFlight]).toEqual([[], {}]);
  });

  test('when a kill left the write on the disk but not the bad text, then what the screen shows is sent', async () => {
    const provider = withList(manner);
    const send = breakingOn(provider, status);
    const { device, round } = await deviceOn(provider, send);
    const typed = updateOf(milk, { description: made.description }, 2);
    device.type(insertOf(milk, 1), typed);
    await round();
    const { base, log } = device.state();
    const afterKill = makeHost({ base, log: withoutOnly(log, [{ ...typed, changeIds: [typed.id] }]) });
    await roundOver(afterKill, send);
    expect(await roundOver(afterKill, send)).toEqual({ kind: 'done' });
    expect(provider.row('items', milk.id)).toMatchObject({ description: 'milk' });
    expect([allChanges(afterKill.state().log), afterKill.state().log.inFlight]).toEqual([[], {}]);
  });

  test.each([false, true])('when an edit is corrected (diff mode: %s), then it is accepted', async (isDiffMode) => {
    const provider = withMilk(manner);
    const { device, round, unsent, item } = await deviceOn(provider, breakingOn(provider, status), isDiffMode);
    device.type(updateOf(milk, { quantity: BAD }, 1));
    await round();
    await round();
    device.type(updateOf(milk, { quantity: '2' }, 2));
    await round();
    expect(await round()).toEqual({ kind: 'done' });
    expect(item()).toMatchObject({ quantity: '2' });
    expect(unsent()).toEqual([]);
  });

  test('when the list of such a new row is removed, then the removal is sent', async () => {
    const provider = withList(manner);
    const { device, round, unsent } = await deviceOn(provider, breakingOn(provider, status));
    device.type(insertOf(made, 1));
    await round();
    device.type(removeOf(milk, 2), removeOf(list, 3));
    expect(await round()).toEqual({ kind: 'done' });
    expect([provider.alive('lists'), unsent()]).toEqual([[], []]);
  });

  /** Another tab takes the removal of the row back before it has read that the list goes. */
  const back = insertOf(made, 4, 'b');
  test.each<[string, Change[], Change[]]>([
    ['was never sent', [], [insertOf(made, 1), removeOf(milk, 2), removeOf(list, 3), back]],
    ['was sent before', [insertOf(made, 1)], [removeOf(milk, 2), removeOf(list, 3), back]],
    ['was sent as it is', [insertOf(made, 1), removeOf(milk, 2), back], [removeOf(list, 5)]],
  ])(
    'when the row came back into a list that is removed here and %s, then the list goes, and the row can be kept',
    async (_, before, after) => {
      const provider = withList(manner);
      const { device, round, unsent } = await deviceOn(provider, breakingOn(provider, status));
      device.type(...before);
      await round();
      device.type(...after);
      expect(await round()).toEqual({ kind: 'done' });
      expect([provider.alive('lists'), device.state().log.inFlight]).toEqual([[], {}]);
      expect(recoveryOffers(device.state())).toMatchObject({
        [list.id]: { items: [{ description: made.description }] },
      });
      expect(unsent().map(({ rowId }) => rowId)).toEqual([milk.id, milk.id, milk.id]);
    },
  );
});

test('given a row on which the provider breaks, when another device wrote it meanwhile, then a correction is accepted over that', async () => {
  const provider = withMilk();
  const { device, round, unsent, item } = await deviceOn(provider, breakingOn(provider, 500));
  device.type(updateOf(milk, { quantity: BAD }, 1));
  await round();
  provider.put('items', { uuid: milk.id, description: 'oat milk' });
  device.type(updateOf(milk, { quantity: '2' }, 2));
  expect(await round()).toEqual({ kind: 'done' });
  expect([item(), unsent()]).toMatchObject([{ description: 'oat milk', quantity: '2' }, []]);
});

test('given an edit that the provider applied and answered with 500, when the next pull shows it, then it is not sent again', async () => {
  const provider = withMilk();
  const appliedAnd500: Fault = (request, apply) => {
    apply();
    return refuseWith(500, 'Internal Server Error')(request, apply);
  };
  const { device, round, unsent, item } = await deviceOn(provider, scriptedWire(provider, { PUT: [appliedAnd500] }));
  device.type(updateOf(milk, { quantity: '2' }, 1));
  await round();
  provider.requests.length = 0;
  expect(await round()).toEqual({ kind: 'done' });
  expect([item(), unsent(), device.state().log.inFlight]).toMatchObject([{ quantity: '2' }, [], {}]);
  expect(provider.requests.filter(isWrite)).toEqual([]);
});

test('given a write that hangs in a proxy, when its repetition breaks and the corrected one is applied, then nothing of the first shows', async () => {
  const provider = withMilk();
  const hung: HttpRequest[] = [];
  const hanging: Fault = (request) => {
    hung.push(request);
    return Promise.reject(new Error('timed out'));
  };
  const send = scriptedWire(provider, { PUT: [hanging, refuseWith(500, 'Internal Server Error')] });
  const { device, round, item, unsent } = await deviceOn(provider, send);
  device.type(updateOf(milk, { quantity: '2', description: 'milk!' }, 1));
  await round();
  await round();
  device.type(updateOf(milk, { quantity: '3', description: 'milk' }, 2));
  expect(await round()).toEqual({ kind: 'done' });
  for (const request of hung) provider.answer(request);
  expect(hung).toHaveLength(1);
  expect(item()).toMatchObject({ quantity: '3', description: 'milk' });
  expect(unsent()).toEqual([]);
});

test.each([
  ['another program', answerWith(200, '{}')],
  ['an empty answer', answerWith(202, '')],
  ['a redirect', answerWith(302, '')],
])(
  'given a create that hangs, and %s instead of an answer to its repetition, when the person removes the row, then it is not back once the create arrives',
  async (_, strange) => {
    const provider = withList();
    const hung: HttpRequest[] = [];
    const hanging: Fault = (request) => {
      hung.push(request);
      return Promise.reject(new Error('timed out'));
    };
    const { device, round, unsent, item } = await deviceOn(
      provider,
      scriptedWire(provider, { POST: [hanging, strange] }),
    );
    device.type(insertOf(milk, 1));
    await round();
    await round();
    device.type(removeOf(milk, 2));
    await round();
    for (const request of hung) provider.answer(request);
    await round();
    expect(hung).toHaveLength(1);
    expect([item()?.deletedAt ?? null, unsent()]).toEqual([expect.anything(), []]);
  },
);

test('given an unanswered create, when its list is known to be removed, then it is not sent again', async () => {
  const provider = withList();
  const { device, round } = await deviceOn(provider, scriptedWire(provider, { POST: [dropRequest] }));
  device.type(insertOf(milk, 1));
  await round();
  await device.host.apply(syncEvent('sync/deltaReceived', { delta: removalDelta('lists', list.id, 99) }));
  provider.bury('lists', list.id);
  provider.requests.length = 0;
  expect(await round()).toEqual({ kind: 'done' });
  expect(provider.requests.filter(isWrite)).toEqual([]);
  expect(device.state().log.inFlight).toEqual({});
  expect(recoveryOffers(device.state())).toMatchObject({ [list.id]: { items: [{ description: 'milk' }] } });
});

describe('given a removal that was sent and not answered', () => {
  const removal: Change = removeOf(milk, 1);

  test('when it had not arrived and is taken back, then the row stays, and the removal counts as done when it arrives', async () => {
    const provider = withMilk();
    const hung: HttpRequest[] = [];
    const hanging: Fault = (request) => {
      hung.push(request);
      return Promise.reject(new Error('timed out'));
    };
    const { device, round, item } = await deviceOn(provider, scriptedWire(provider, { DELETE: [hanging] }));
    device.type(removal);
    await round();
    device.type(insertOf({ ...milk, quantity: '2' }, 2));
    await round();
    for (const request of hung) provider.answer(request);
    expect(item()).toMatchObject({ deletedAt: null, quantity: '2' });
  });

  test('when it had arrived, then it is not sent over another row’s words', async () => {
    const provider = withMilk();
    const { device, round, unsent } = await deviceOn(provider, scriptedWire(provider, { DELETE: [dropAnswer] }));
    provider.put('items', {
      uuid: anItem(2, listId(1)).id,
      list: listId(1),
      description: 'tea',
      quantity: '',
      done: false,
    });
    device.type(removal);
    await round();
    expect(await round()).toEqual({ kind: 'done' });
    expect([provider.alive('items').map(({ description }) => description), unsent()]).toEqual([['tea'], []]);
  });
});

test('given a create that was applied and answered 500, when the next pull is refused, then the removal waits for one that shows it', async () => {
  const provider = withList();
  const brokenOnceApplied: Fault = (request, pass) => {
    pass();
    return refuseWith(500, 'Internal Server Error')(request, pass);
  };
  const refusal = refuseWith(422);
  const pass: Fault = (_, answer) => answer();
  const send = scriptedWire(provider, { GET: [pass, pass, pass, pass, pass, refusal], POST: [brokenOnceApplied] });
  const { device, round, unsent } = await deviceOn(provider, send);
  device.type(insertOf(milk, 1));
  expect(await round()).toMatchObject({ kind: 'failed', stage: 'push' });
  device.type(removeOf(milk, 2));
  expect(await round()).toMatchObject({ kind: 'failed', stage: 'pull' });
  expect(unsent()).toHaveLength(2);
  expect(await round()).toEqual({ kind: 'done' });
  expect([provider.alive('items'), unsent()]).toEqual([[], []]);
});
