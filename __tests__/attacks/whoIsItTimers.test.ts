import { expect, test } from '@jest/globals';
import { attackWorld, countSent, wait } from '../support/attackWorld';
import { answering } from '../support/contractServer';
import { eventually } from '../support/eventually';

const world = attackWorld();

test('a server that says nothing is not asked by one more timer after each return who it is', async () => {
  const browser = (await world.signUp()).browser();
  browser.session.user = null;
  world.server.wire = ({ url }) => (url.endsWith('/users/me') ? answering(503, 'down') : null);
  // No jitter: the first timer goes off after a second, the next two seconds later.
  const tab = await browser.openTab({ random: () => 0 });
  const asked = () => countSent(world.server, 'GET', 'users/me');
  for (let i = 0; i < 10; i += 1) {
    tab.setVisible(false);
    tab.setVisible(true);
  }
  const before = await eventually(asked, (count) => count === 11);
  await wait(2000);
  expect(asked() - before).toBe(1);
}, 20_000);
