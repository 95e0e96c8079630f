import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { registerWorker, type TakeOver } from '../../src/app/registerWorker';

/** A browser's registration, as far as a page hears of it. The library that listens is the real one. */
class FakeWorker extends EventTarget {
  readonly scriptURL = new URL('/sw.js', location.href).href;
  state = 'installing';
  readonly told: unknown[] = [];
  postMessage(message: unknown): void {
    this.told.push(message);
  }
  becomes(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = new FakeWorker();
  update = async () => this;
  /** The browser found another build and begins to install it. */
  finds(): FakeWorker {
    this.installing = new FakeWorker();
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }
  installs(worker: FakeWorker): void {
    this.installing = null;
    this.waiting?.becomes('redundant');
    this.waiting = worker;
    worker.becomes('installed');
  }
  /** A file of the build could not be fetched. */
  fails(worker: FakeWorker): void {
    this.installing = null;
    worker.becomes('redundant');
  }
}

let registration: FakeRegistration;

beforeEach(() => {
  registration = new FakeRegistration();
  registration.active?.becomes('activated');
  const container = Object.assign(new EventTarget(), {
    controller: registration.active,
    register: async () => registration,
    getRegistration: async () => registration,
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 400));

const open = async () => {
  const offers: TakeOver[] = [];
  const onError = jest.fn();
  await registerWorker(window, async () => true, { onUpdate: (takeOver) => offers.push(takeOver), onError });
  expect(onError).not.toHaveBeenCalled();
  return offers;
};

test('a build is offered', async () => {
  const offers = await open();
  registration.installs(registration.finds());
  await settled();
  expect(offers).toHaveLength(1);
});

test('a build is offered in a page where the installation of two before it failed: a deploy was under way, the network was bad', async () => {
  const offers = await open();
  registration.fails(registration.finds());
  await settled();
  registration.fails(registration.finds());
  await settled();
  const good = registration.finds();
  registration.installs(good);
  await settled();
  expect(offers).toHaveLength(1);
  offers[0]?.();
  expect(good.told).toEqual([{ kind: 'skipWaiting' }]);
});

test('the third build of a day is offered in a page that was asked about the first two and declined', async () => {
  const offers = await open();
  for (let build = 0; build < 3; build += 1) {
    registration.installs(registration.finds());
    await settled();
  }
  expect(offers).toHaveLength(3);
});
