import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
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
let container: EventTarget & { controller: FakeWorker | null; register: () => Promise<FakeRegistration> };

/** The browser forgets a registration whose first installation failed: what is asked for anew begins anew. */
const firstVisit = (): void => {
  container.controller = null;
  container.register = async () => {
    registration = new FakeRegistration();
    registration.active = null;
    registration.installing = new FakeWorker();
    return registration;
  };
};

beforeEach(() => {
  jest.useFakeTimers();
  registration = new FakeRegistration();
  registration.active?.becomes('activated');
  container = Object.assign(new EventTarget(), {
    controller: registration.active,
    register: async () => registration,
    getRegistration: async () => registration,
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** Longer than Workbox looks whether a new worker takes over by itself. */
const settled = () => jest.advanceTimersByTimeAsync(400);

const open = async (page = window) => {
  const offers: TakeOver[] = [];
  const onError = jest.fn();
  await registerWorker(page, async () => true, { onUpdate: (takeOver) => offers.push(takeOver), onError });
  expect(onError).not.toHaveBeenCalled();
  return offers;
};

test('a build is offered', async () => {
  const offers = await open();
  registration.installs(registration.finds());
  await settled();
  expect(offers).toHaveLength(1);
});

test('given two builds that failed to install, then the third is offered', async () => {
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

test('given two offers that were declined, then the third build is offered', async () => {
  const offers = await open();
  for (let build = 0; build < 3; build += 1) {
    registration.installs(registration.finds());
    await settled();
  }
  expect(offers).toHaveLength(3);
});

describe('a first visit', () => {
  const offline = async () => {
    firstVisit();
    await open();
    const first = registration;
    if (first.installing) first.fails(first.installing);
    return first;
  };

  test('given a failed installation, when the network is back, then it is tried again', async () => {
    const first = await offline();
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(registration).not.toBe(first);
    expect(registration.installing).not.toBeNull();
  });

  test('given a failed installation, when the page becomes visible and online together, then it is tried once', async () => {
    const first = await offline();
    const register = jest.spyOn(container, 'register');
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(registration).not.toBe(first);
    expect(register).toHaveBeenCalledTimes(1);
  });

  test('given a second try that worked, then later builds are offered', async () => {
    firstVisit();
    const offers = await open();
    if (registration.installing) registration.fails(registration.installing);
    window.dispatchEvent(new Event('online'));
    await settled();
    const worker = registration.installing;
    if (!worker) throw new Error('not tried again');
    registration.installing = null;
    registration.active = worker;
    worker.becomes('activated');
    container.controller = worker;
    container.dispatchEvent(new Event('controllerchange'));
    registration.installs(registration.finds());
    await settled();
    expect(offers).toHaveLength(1);
  });
});

test('given a page without a controlling worker, then a newer build is offered', async () => {
  container.controller = null;
  const offers = await open();
  registration.installs(registration.finds());
  await settled();
  expect(offers).toHaveLength(1);
});

describe('given a field with the focus, when a newer build takes over', () => {
  const openTyping = async () => {
    document.body.innerHTML = '<input>';
    document.querySelector('input')?.focus();
    const reload = jest.fn();
    const { navigator, performance } = window;
    const page = { document, navigator, performance, addEventListener: jest.fn(), location: { reload } };
    const [takeOver] = await open(page as unknown as typeof window).then(async (offers) => {
      registration.installs(registration.finds());
      await settled();
      return offers;
    });
    return { reload, takeOver };
  };
  const takesOver = async () => {
    registration.waiting = null;
    container.dispatchEvent(new Event('controllerchange'));
    await settled();
  };

  test('then the tab whose person wanted it reloads', async () => {
    const { reload, takeOver } = await openTyping();
    takeOver?.();
    await takesOver();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('then another tab waits, until its person wants it too', async () => {
    const { reload, takeOver } = await openTyping();
    await takesOver();
    expect(reload).not.toHaveBeenCalled();
    takeOver?.();
    await settled();
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
