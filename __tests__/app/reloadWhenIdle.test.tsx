import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { reloadForChunk } from '../../src/app/reloadForChunk';
import { reloadWhenIdle } from '../../src/app/reloadWhenIdle';
import { ChunkLoadError } from '../../src/device/fetchChunk';
import { pass } from '../support/stillTime';

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
const saved = async (): Promise<boolean> => true;

describe('a reload for a newer version', () => {
  test('given no focus and no dialog, then it happens at once, and once', async () => {
    const { page, reload } = pageWith();
    reloadWhenIdle(page, saved, 'other tab');
    await pass(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('waits while a field has the focus, and comes when it has left the fields', async () => {
    const { page, reload } = pageWith();
    focus('field');
    reloadWhenIdle(page, saved, 'other tab');
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
    reloadWhenIdle(page, async () => isSaved, 'press');
    await pass(60_000);
    document.querySelector('[role=dialog]')?.remove();
    await pass(60_000);
    expect(reload).not.toHaveBeenCalled();
    isSaved = true;
    await pass(5000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('given a field that gets the focus while the disk is read, then it waits', async () => {
    const { page, reload } = pageWith();
    reloadWhenIdle(
      page,
      async () => {
        focus('field');
        return true;
      },
      'other tab',
    );
    await pass(60_000);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a chunk that no longer loads', () => {
  const lost = new ChunkLoadError('gone');

  test('is fixed by one reload; no second one follows soon', async () => {
    const { page, reload } = pageWith();
    await reloadForChunk(page, lost, saved);
    await reloadForChunk(page, lost, saved);
    expect(reload).toHaveBeenCalledTimes(1);
    sessionStorage.setItem('healedAt', '1');
    await reloadForChunk(page, lost, saved);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test('causes no reload with unsaved changes, without network and worker, or without session storage', async () => {
    const { page, reload } = pageWith();
    await reloadForChunk(page, lost, async () => false);
    await reloadForChunk(page, new Error('a bug'), saved);
    const offline = pageWith({ navigator: { onLine: false }, fetch: noServer });
    await reloadForChunk(offline.page, lost, saved);
    const closed = pageWith({ sessionStorage: null });
    await reloadForChunk(closed.page, lost, saved);
    for (const one of [reload, offline.reload, closed.reload]) expect(one).not.toHaveBeenCalled();
  });

  test('is fixed by a reload offline when the worker has the page', async () => {
    const { page, reload } = pageWith({
      fetch: noServer,
      navigator: { onLine: false, serviceWorker: { controller: {} } },
    });
    await reloadForChunk(page, lost, saved);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('causes no reload while the server does not answer and no worker has the page', async () => {
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
