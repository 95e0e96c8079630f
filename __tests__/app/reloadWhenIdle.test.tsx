import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { reloadForChunk } from '../../src/app/reloadForChunk';
import { reloadWhenIdle } from '../../src/app/reloadWhenIdle';
import { ChunkLoadError } from '../../src/device/fetchChunk';

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = '<input id="field"><button id="button">x</button>';
});
afterEach(() => {
  jest.useRealTimers();
  document.body.innerHTML = '';
  sessionStorage.clear();
});

const noServer = (): Promise<never> => Promise.reject(new TypeError('no answer'));

/** The page with a reload that is only counted. */
const pageWith = (changes: object = {}) => {
  const reload = jest.fn();
  const fetch = async () => new Response();
  const page = {
    document,
    sessionStorage,
    performance,
    navigator: { onLine: true },
    fetch,
    location: { reload },
    ...changes,
  };
  return { page: page as unknown as Window, reload };
};

const focus = (id: string): void => document.getElementById(id)?.focus();
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms).then(() => undefined);
const saved = async (): Promise<boolean> => true;

describe('a reload for a newer version', () => {
  test('comes at once where it disturbs nobody, and once', async () => {
    const { page, reload } = pageWith();
    reloadWhenIdle(page, saved);
    await pass(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('waits while a field has the focus, and comes when it has left the fields', async () => {
    const { page, reload } = pageWith();
    focus('field');
    reloadWhenIdle(page, saved);
    await pass(60_000);
    expect(reload).not.toHaveBeenCalled();
    focus('button');
    await pass(0);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('waits for a dialog, which holds a draft, and for a disk that does not take the changes', async () => {
    const { page, reload } = pageWith();
    let isSaved = false;
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>');
    reloadWhenIdle(page, async () => isSaved);
    await pass(60_000);
    document.querySelector('[role=dialog]')?.remove();
    await pass(60_000);
    expect(reload).not.toHaveBeenCalled();
    isSaved = true;
    await pass(5000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('does not take a field by surprise that got the focus while the disk was asked', async () => {
    const { page, reload } = pageWith();
    reloadWhenIdle(page, async () => {
      focus('field');
      return true;
    });
    await pass(60_000);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a lost part', () => {
  const lost = new ChunkLoadError('gone');

  test('is healed by one reload, and not by a second soon after', async () => {
    const { page, reload } = pageWith();
    await reloadForChunk(page, lost, saved);
    await reloadForChunk(page, lost, saved);
    expect(reload).toHaveBeenCalledTimes(1);
    sessionStorage.setItem('healedAt', '1');
    await reloadForChunk(page, lost, saved);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test('is left alone where a reload could cost something: unsaved changes, no network and no worker, no memory', async () => {
    const { page, reload } = pageWith();
    await reloadForChunk(page, lost, async () => false);
    await reloadForChunk(page, new Error('a bug'), saved);
    const offline = pageWith({ navigator: { onLine: false }, fetch: noServer });
    await reloadForChunk(offline.page, lost, saved);
    const closed = pageWith({ sessionStorage: null });
    await reloadForChunk(closed.page, lost, saved);
    for (const one of [reload, offline.reload, closed.reload]) expect(one).not.toHaveBeenCalled();
  });

  test('is healed offline where the worker has the page', async () => {
    const { page, reload } = pageWith({
      fetch: noServer,
      navigator: { onLine: false, serviceWorker: { controller: {} } },
    });
    await reloadForChunk(page, lost, saved);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('leaves the page where it is while the network only looks like one, or the server is away, and no worker has it', async () => {
    const navigator = { onLine: true };
    const away = pageWith({ navigator, fetch: async () => new Response(null, { status: 502 }) });
    const deaf = pageWith({ navigator, fetch: noServer });
    for (const { page, reload } of [away, deaf]) {
      await reloadForChunk(page, lost, saved);
      expect(reload).not.toHaveBeenCalled();
    }
    const back = pageWith({ navigator });
    await reloadForChunk(back.page, lost, saved);
    expect(back.reload).toHaveBeenCalledTimes(1);
  });
});
