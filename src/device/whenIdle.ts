/**
 * Resolves when the page has nothing better to do.
 * @param timeoutMs after which it resolves even on a page that is never idle
 */
export const whenIdle = (page: Window, timeoutMs: number): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callback.
    if (typeof page.requestIdleCallback === 'function')
      page.requestIdleCallback(() => resolve(), { timeout: timeoutMs });
    else page.setTimeout(resolve, timeoutMs / 5);
  });
