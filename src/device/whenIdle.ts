/**
 * Resolves when the page is idle.
 * @param timeoutMs resolves after this time even on a busy page
 */
export const whenIdle = (page: Window, timeoutMs: number): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callback.
    if (typeof page.requestIdleCallback === 'function')
      page.requestIdleCallback(() => resolve(), { timeout: timeoutMs });
    else page.setTimeout(resolve, timeoutMs / 5);
  });
