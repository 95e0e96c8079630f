import { stripVTControlCharacters } from 'node:util';
import { type Random, seededRandom } from '../__tests__/support/simulationRandom';
import { type Account, listOnServer, newAccount, rowsOf } from '../e2e/support/account';
import { startFaultyProxy } from '../e2e/support/faultyProxy';
import { type Product, startProduct } from '../e2e/support/product';
import { BUILDS, rounded } from './builds';
import * as faults from './walk/faults';
import * as lists from './walk/listActs';
import * as rows from './walk/rowActs';
import * as texts from './walk/textActs';
import { judge } from './walk/verdict';
import { isStrict } from './walk/words';
import { type Act, type Device, launch, SHARED, type Walk } from './walk/world';

/**
 * Random walks in real Chromium: two people share two lists, in four windows of three browsers; one window is wide, three are
 * phones under a finger. All browsers are used at the same time. The people type, paste, edit, tick, order, select, move, copy
 * and remove rows; clear, delete, rename, search and share lists; take acts back at once or after others, by the bar or
 * Ctrl+Z; reload, close windows, go back and forward, lose the network and sign out. Browsers and the server are killed, the
 * worker is stopped, requests are refused and answers lost. At the end all faults end. Then the law of `walk/words.ts` must
 * hold for each word, all windows must show what the server has, in its order and no row twice, nothing may be unsent, and
 * no page may have logged an error.
 *
 * `npm run bench -- walk`, with BENCH_WALKS, BENCH_ACTS and BENCH_SEED. A seed gives the same wishes, not the same moments. A
 * walk takes minutes, so it runs only when it is named. Not in it, because docs/limits.md allows a loss: a shared list that is
 * deleted, left or joined, and a full disk. A bar is pressed only as long as it tells of the act that it is pressed for.
 */
const WALKS = Number(process.env.BENCH_WALKS ?? 3);
const ACTS = Number(process.env.BENCH_ACTS ?? 150);
const SEED = Number(process.env.BENCH_SEED ?? Date.now() % 1_000_000);

/** The chance that a request is refused, and that an answer is lost, while the wire is bad. */
const FAULT = 0.15;

/** The seeds that a walk needs: of the wire, and of each device. */
const PARTS = 4;

/** The chance that a window is left right after an act. */
const LEFT = 0.15;

/** From eight lists on, the overview has a search. */
const OTHER_LISTS = 5;

type Acts = Readonly<Record<string, readonly [weight: number, act: Act]>>;

/** Acts that may come between another act and its undo. */
const SMALL: Acts = {
  type: [12, texts.type],
  edit: [8, texts.edit],
  tick: [6, rows.tick],
  pause: [6, faults.pause],
  offline: [3, faults.setOffline(true)],
  online: [4, faults.setOffline(false)],
  'stop the worker': [2, faults.stopWorker],
  'kill the server': [2, faults.killServer],
  'the wire turns bad or good': [3, faults.turnWire],
};

/** The acts by name, with how often each happens. */
const ALL: Acts = {
  ...SMALL,
  'type rows': [6, texts.typeRows],
  paste: [5, texts.pasteRows],
  'undo typing': [3, texts.undoTyping],
  quantity: [4, texts.quantity],
  'keys within a text': [2, texts.keysWithin],
  'empty a row': [1, texts.emptyRow],
  'type in both windows': [3, texts.typeInBoth],
  remove: [8, rows.remove],
  'remove from the menu': [3, rows.removeFromMenu],
  move: [8, rows.transfer('move')],
  copy: [1, rows.transfer('copy')],
  select: [8, rows.selectRows],
  reorder: [5, rows.reorder],
  drag: [3, rows.drag],
  'remove bought': [2, rows.removeBought],
  'untick all': [2, rows.untickAll],
  'delete own list': [3, lists.deleteOwnList],
  clear: [3, lists.clearList],
  rename: [2, lists.renameList],
  search: [2, lists.search],
  'shared text': [3, lists.shareText],
  'share list': [1, lists.shareList],
  lists: [2, faults.goTo('/lists')],
  logs: [2, faults.lookAtLogs],
  'back and forward': [3, faults.backAndForward],
  reload: [3, faults.reload],
  reopen: [3, faults.reopen],
  'kill the browser': [2, faults.killBrowser],
  'sign out and in': [1, faults.signOutAndIn],
};

const namesOf = (acts: Acts): readonly string[] =>
  Object.entries(acts).flatMap(([name, [weight]]) => Array.from({ length: weight }, () => name));
const NAMES = new Map([ALL, SMALL].map((acts) => [acts, namesOf(acts)]));

/** An error in one line, with what was waited for. */
const whyNot = (error: unknown): string =>
  stripVTControlCharacters(String(error))
    .split('\n')
    .filter((line) => /Error|waiting for|intercepts/.test(line))
    .slice(0, 3)
    .join(' ');

/** An act may find its screen changed by the act before, and time out. That is no fault of the product. */
const takeAct = async (walk: Walk, device: Device, from: Acts): Promise<void> => {
  const { acts } = walk;
  const { random } = device;
  const name = random.pick(NAMES.get(from) ?? []) ?? '';
  const at = random.below(device.windows.length);
  const who = `${device.name}${at}`;
  acts.push(`${who} ${from === SMALL ? '    ' : ''}${name}`);
  const act: Act = async (...args) => {
    await from[name]?.[1](...args);
    if (from === ALL && random.chance(LEFT)) await random.pick(faults.WAYS_OUT)?.(...args);
  };
  await act(walk, device, at).catch((error: unknown) => acts.push(`${who}   ${whyNot(error)}`));
};

/** Two people with two shared lists, a list of each device, and enough other ones for the search. */
const furnish = async (product: Product): Promise<readonly [ola: Account, jan: Account]> => {
  const [ola, jan] = [await newAccount(product, 'ola'), await newAccount(product, 'jan')];
  for (const name of SHARED) await listOnServer(product, ola, name, ['mleko']);
  // Who shares a list has a name.
  for (const { jwt } of [ola, jan]) await product.call('PUT', '/users/me', { jwt, body: { name: 'Ktoś' } });
  for (const { documentId } of await rowsOf(product, ola, 'lists')) {
    const invite = await product.call('POST', `/lists/${documentId}/invites`, { jwt: ola.jwt, body: {} });
    const { code } = (invite as { readonly data: { readonly code: string } }).data;
    await product.call('POST', '/invites/accept', { jwt: jan.jwt, body: { code } });
  }
  for (const name of ['phone', 'desk']) await listOnServer(product, ola, `Lista-${name}`, []);
  await listOnServer(product, jan, 'Lista-partner', []);
  for (const account of [ola, jan])
    for (let other = 0; other < OTHER_LISTS; other += 1) await listOnServer(product, account, `Inna ${other}`, ['sól']);
  return [ola, jan];
};

const makeWireBad = (walk: Walk, random: Random): void => {
  const bad = { status: 503, headers: { 'Content-Type': 'application/json' }, body: '{}' };
  const orBad = (): typeof bad | null => (walk.isWireBad && random.chance(FAULT) ? bad : null);
  walk.proxy.answer = orBad;
  walk.proxy.change = orBad;
};

const walkOnce = async (seed: number): Promise<{ words: number; strict: number; wrong: readonly string[] }> => {
  const product = await startProduct({}, BUILDS[0]);
  const proxy = await startFaultyProxy(product.origin);
  const [ola, jan] = await furnish(product);
  const walk: Walk = {
    product,
    proxy,
    devices: [],
    words: new Map(),
    listNames: new Map(SHARED.map((name) => [name, name])),
    acts: [],
    pageErrors: [],
    isWireBad: false,
    isServerUp: true,
    meanwhile: (device) => takeAct(walk, device, SMALL),
  };
  const random = (part: number): Random => seededRandom(seed * PARTS + part);
  makeWireBad(walk, random(0));
  try {
    await launch(walk, { name: 'phone', account: ola, windows: 1, random: random(1) });
    await launch(walk, { name: 'desk', account: ola, windows: 2, random: random(2) });
    await launch(walk, { name: 'partner', account: jan, windows: 1, random: random(3) });
    for (const device of walk.devices) await texts.pasteFirst(walk, device, 0);
    const actAs = async (device: Device): Promise<void> => {
      for (let turn = 0; turn < ACTS / walk.devices.length; turn += 1) await takeAct(walk, device, ALL);
    };
    await Promise.all(walk.devices.map(actAs));
    // A window that never has everything sent is wrong too.
    const wrong = await judge(walk).catch((error: unknown) => [whyNot(error)]);
    const failed = walk.acts.filter((line) => / {3}\w*Error/.test(line)).length;
    process.stderr.write(`${failed} acts found their screen changed\n`);
    if (wrong.length > 0 || process.env.BENCH_VERBOSE)
      process.stderr.write(`${walk.acts.join('\n')}\n${wrong.join('\n')}\n`);
    const words = [...walk.words.values()];
    return { words: words.length, strict: words.filter(isStrict).length, wrong };
  } finally {
    for (const { profile } of walk.devices) profile.dispose();
    await proxy.close();
    await product.dispose();
  }
};

const results: { name: string; words: number; strict: number; wrong: number; ratio: number }[] = [];
for (let seed = SEED; seed < SEED + WALKS; seed += 1) {
  const { words, strict, wrong } = await walkOnce(seed);
  const counts = `${ACTS} acts, ${words} words, ${strict} of them strict, ${wrong.length} wrong`;
  process.stderr.write(`walk ${seed}: ${counts}\n`);
  const ratio = rounded(1 - wrong.length / words);
  results.push({ name: `typed words that are in one row, walk ${seed}`, words, strict, wrong: wrong.length, ratio });
}
process.stdout.write(`${JSON.stringify({ bench: 'walk', results })}\n`);
