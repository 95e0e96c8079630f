import { expect, test } from '@jest/globals';
import { itemDeleted } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { selectStreamPhase } from '../../src/store/state/syncSlice';
import { attackWorld, openPulled, seenIn, sync, watch } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { settled } from '../support/settled';

const world = attackWorld();

test('given a removal that was answered, when an older edit of another device arrives as an event, then the item stays removed', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser());
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(tab);
  const { documentId } = (await account.items())[0] ?? {};
  // The network holds back what the stream says; all else goes through.
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  world.server.wire = (request) => {
    if (request.url.endsWith('/sse'))
      return async (_request, send) => {
        const answer = await send();
        const held = new TransformStream({
          transform: async (chunk: Uint8Array, controller) => {
            if (new TextDecoder().decode(chunk).includes('event:')) await slow;
            controller.enqueue(chunk);
          },
        });
        return new Response(answer.body?.pipeThrough(held), { headers: answer.headers });
      };
    if (request.method !== 'DELETE') return null;
    return async (_request, send) => {
      // Another device edits in the moment the removal is on its way.
      await account.call('PUT', `/list-items/${documentId}`, { data: { quantity: '2' } });
      return send();
    };
  };
  const leave = watch(tab);
  await eventually(
    () => selectStreamPhase(tab.store.getState()),
    (phase) => phase === 'connected',
  );
  await settled();
  await sync(tab);
  tab.store.dispatch(itemDeleted({ listId, itemId }));
  await sync(tab);
  expect(seenIn(tab.store)).toEqual(['Zakupy: ']);
  expect(await account.items()).toEqual([]);
  release();
  await settled();
  leave();
  expect(seenIn(tab.store)).toEqual(['Zakupy: ']);
});
