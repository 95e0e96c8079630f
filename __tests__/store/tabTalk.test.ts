import { expect, test } from '@jest/globals';
import { openTabTalk } from '../../src/store/tabTalk';
import type { TabMessage } from '../../src/sync/tabs';

test('a message that the browser does not pass on holds up none that comes after it', async () => {
  const posted: TabMessage[] = [];
  const isBroken = { channel: true };
  const talk = openTabTalk(
    () => ({
      post: (message) => {
        if (isBroken.channel) throw new DOMException('no room', 'DataCloneError');
        posted.push(message);
      },
      close: () => undefined,
    }),
    'tabs',
  );
  talk.tell({ kind: 'leadWanted' });
  talk.tell({ kind: 'leadWanted' }, Promise.reject(new Error('not written')));
  await new Promise((resolve) => setTimeout(resolve, 0));
  isBroken.channel = false;
  talk.tell({ kind: 'syncWanted', force: false });
  await talk.close();
  expect(posted).toEqual([{ kind: 'syncWanted', force: false }]);
});
