import { expect, test } from '@jest/globals';
import { selectStreamPhase } from '../../src/store/state/syncSlice';
import { always, attackWorld, countSent, isMethod, openPulled, sync, watch } from '../support/attackWorld';
import { refusing } from '../support/contractServer';
import { eventually } from '../support/eventually';

const world = attackWorld();

const STREAM = 'lists/all/sse';
const streamsAsked = (): number => countSent(world.server, 'GET', STREAM);
const isAsked = (times: number) => eventually(streamsAsked, (asked) => asked === times);

test('given a stream refused with a Retry-After, when the person leaves the lists and opens them again, then it is not asked for before its time', async () => {
  const account = await world.signUp();
  world.server.wire = always(isMethod('GET', STREAM), refusing(429, 'Too Many Requests', { 'Retry-After': '600' }));
  const tab = await openPulled(account.browser());
  const leave = watch(tab);
  await isAsked(1);
  leave();
  await eventually(
    () => selectStreamPhase(tab.store.getState()),
    (phase) => phase === 'disconnected',
  );
  watch(tab);
  await sync(tab);
  expect(streamsAsked()).toBe(1);

  tab.setVisible(false);
  tab.setVisible(true);
  await isAsked(2);
});
