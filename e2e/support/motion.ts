import type { Page } from '@playwright/test';

/** Plays all animations of the page at a fortieth of their speed, so that a slow machine draws several frames of each. */
export const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.025 });
};

/** Waits until no animation has run for ten frames. */
export const rest = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let quiet = 0;
        const look = (): void => {
          quiet = document.getAnimations().length === 0 ? quiet + 1 : 0;
          if (quiet < 10) requestAnimationFrame(look);
          else resolve();
        };
        look();
      }),
  );

/**
 * Looks at each frame until `rows` open rows are left and nothing has moved for ten frames.
 * @returns the top of the row with this text in each frame, in pixels of the window
 */
export const topsUntilRest = (page: Page, text: string, rows: number): Promise<number[]> =>
  page.evaluate(
    ({ wanted, count }) =>
      new Promise<number[]>((resolve) => {
        const QUIET_FRAMES = 10;
        const fields = document.querySelectorAll<HTMLTextAreaElement>('li textarea');
        const field = [...fields].find(({ value }) => value === wanted);
        if (!field) throw new Error(`no row ${wanted}`);
        const tops: number[] = [];
        let quiet = 0;
        const look = (): void => {
          const top = Math.round(field.getBoundingClientRect().top);
          const shown = document.querySelectorAll('[aria-label="Do kupienia"] li').length;
          const isQuiet = shown === count && document.getAnimations().length === 0 && tops.at(-1) === top;
          quiet = isQuiet ? quiet + 1 : 0;
          tops.push(top);
          if (quiet < QUIET_FRAMES) requestAnimationFrame(look);
          else resolve(tops);
        };
        look();
      }),
    { wanted: text, count: rows },
  );

/** Waits until `rows` open rows are left and nothing moves any more. @returns where the row with this text stands then */
export const topAtRest = async (page: Page, text: string, rows: number): Promise<number> =>
  (await topsUntilRest(page, text, rows)).at(-1) ?? Number.NaN;
