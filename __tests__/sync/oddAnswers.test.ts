import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { STREAM_EVENTS, type StreamEventName } from '../../src/contract/events';
import { eventDelta, PULL_NEEDED } from '../../src/sync/model/eventDelta';
import { integrate } from '../../src/sync/model/integrate';
import { allChanges } from '../../src/sync/model/syncState';
import {
  aList,
  anItem,
  insertOf,
  itemId,
  listId,
  moment,
  newState,
  putDelta,
  served,
  updateOf,
} from '../support/builders';
import { lawRuns } from '../support/lawRuns';
import { makeHost, roundOver } from '../support/roundOver';

/** What a provider, or whatever sits before it, may say: anything at all, in and around the shapes that are expected. */
const anyText = fc.oneof(
  fc.constantFrom(listId(1), itemId(1), itemId(2), 'constructor', '__proto__', '', 'doc1', moment(3), '+275760-09-13'),
  fc.string({ unit: 'binary' }),
);
const anyValue = fc.oneof(anyText, fc.double(), fc.boolean(), fc.constant(null), fc.constant({}), fc.constant([]));
const anyRecord = fc.dictionary(
  fc.oneof(
    fc.constantFrom('uuid', 'documentId', 'id', 'list', 'name', 'icon', 'description', 'quantity', 'done'),
    fc.constantFrom('createdAt', 'updatedAt', 'deletedAt', '__proto__'),
  ),
  anyValue,
  { maxKeys: 10 },
);
/** The device's own rows, as another hand may have left them. */
const ownRecord = fc.record({
  uuid: fc.constantFrom<string>(listId(1), itemId(1)),
  list: fc.constant(listId(1)),
  documentId: fc.constant('doc1'),
  id: fc.constant(1),
  name: fc.constant('Apteka'),
  icon: fc.constant('cat'),
  description: fc.constantFrom('', 'item 1', 'milk'),
  quantity: fc.constantFrom('', '2'),
  done: fc.boolean(),
  createdAt: fc.constant(moment(1)),
  updatedAt: fc.constantFrom(moment(2), moment(5)),
  deletedAt: fc.constantFrom(null, null, moment(5)),
});
const anyData = fc.oneof(
  anyValue,
  anyRecord,
  ownRecord,
  fc.array(ownRecord, { maxLength: 2 }),
  fc.array(fc.oneof(anyValue, anyRecord), { maxLength: 5 }),
);
const anyMeta = fc.oneof(
  anyValue,
  fc.record({ pagination: fc.oneof(anyValue, fc.record({ pageCount: fc.oneof(anyValue, fc.integer({ max: 3 })) })) }),
  fc.record({
    rejected: fc.oneof(anyValue, fc.array(fc.record({ uuid: anyText, status: anyValue, message: anyValue }))),
  }),
);
const anyJson = fc.oneof(
  anyData,
  fc.record({ data: anyData, meta: anyMeta }, { requiredKeys: ['data'] }),
  fc.record({ data: fc.constant(null), error: fc.oneof(anyValue, fc.record({ message: anyText })) }),
);
const anyAnswer = fc.record({
  status: fc.constantFrom(200, 200, 200, 201, 204, 302, 400, 404, 405, 408, 409, 413, 429, 500, 503),
  body: fc.oneof(
    anyJson.map((json) => JSON.stringify(json)),
    fc.constantFrom('', '<html>', '{"data":'),
  ),
  retryAfter: fc.oneof(fc.constant(null), fc.constantFrom('-1', '1e99', 'Infinity', 'soon', '7'), fc.string()),
});

test('given any answer, then a round ends without an exception and with a valid state', async () => {
  const property = fc.asyncProperty(
    fc.array(anyAnswer, { minLength: 1, maxLength: 12 }),
    fc.boolean(),
    async (answers, isDiffMode) => {
      const device = makeHost({
        ...integrate(newState, putDelta(served(aList(1), 1))),
      });
      device.type(insertOf(anItem(1, listId(1)), 1), updateOf(aList(1), { name: 'Apteka' }, 2));
      let calls = 0;
      const end = await roundOver(
        device,
        async () => {
          const answer = answers[calls % answers.length];
          calls += 1;
          return {
            status: answer?.status ?? 500,
            body: answer?.body ?? '',
            header: (name) => (name === 'Retry-After' ? (answer?.retryAfter ?? null) : null),
          };
        },
        { isDiffMode },
      );
      expect(['done', 'failed', 'signedOut']).toContain(end.kind);
      expect(calls).toBeLessThan(200);
      const { base, log } = device.state();
      for (const event of device.events) if (event.type === 'sync/pulled') expect(event.payload.cursor).toMatch(/Z$/);
      expect(Object.getPrototypeOf(base.lists)).toBe(Object.prototype);
      expect(allChanges(log).every(({ id }) => typeof id === 'string')).toBe(true);
    },
  );
  await fc.assert(property, lawRuns(1500));
});

test('given any event, then it becomes a delta that can be integrated, or a hint', () => {
  const state = integrate(
    integrate(newState, putDelta(served(aList(1), 1))),
    putDelta(served(anItem(1, listId(1)), 2)),
  );
  const anyName = fc.constantFrom(...(Object.keys(STREAM_EVENTS) as StreamEventName[]));
  const property = fc.property(anyName, fc.oneof(anyRecord, anyData), (name, data) => {
    const delta = eventDelta(state.base, { id: '1', name, data });
    if (delta === PULL_NEEDED) return;
    const { base } = integrate(state, delta);
    for (const rows of [base.lists, ...Object.values(base.items)]) {
      for (const [id, server] of Object.entries(rows)) expect(server.row.id).toBe(id);
    }
  });
  fc.assert(property, lawRuns(3000));
});
