import { test as plain } from '@playwright/test';

/** Playwright's `test`, which also closes the contexts that a test has opened. Otherwise their pages go on beside all later tests. */
export const test = plain.extend<{ readonly closedContexts: undefined }>({
  closedContexts: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => (before.has(context) ? null : context.close())));
    },
    { auto: true },
  ],
});
