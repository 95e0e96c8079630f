import type { Locator, Page } from '@playwright/test';

/** Keyboard and touch that count their steps. Typing words is free; every other key and every touch is a step. */
interface CountedHands {
  /** Types words where the caret is. */
  type(words: string): Promise<void>;
  key(name: string): Promise<void>;
  /** A tap with a finger where there is a touch screen, a click elsewhere. */
  tap(target: Locator): Promise<void>;
  /** A tap at a place of the screen, whatever is there now. */
  tapAt(place: { readonly x: number; readonly y: number }): Promise<void>;
  /** The steps since the last call. */
  steps(): { readonly keys: number; readonly taps: number };
}

export const countedHands = (page: Page, hand: 'finger' | 'mouse'): CountedHands => {
  let keys = 0;
  let taps = 0;
  return {
    type: (words) => page.keyboard.type(words),
    key: (name) => {
      keys += 1;
      return page.keyboard.press(name);
    },
    tap: (target) => {
      taps += 1;
      return hand === 'finger' ? target.tap() : target.click();
    },
    tapAt: ({ x, y }) => {
      taps += 1;
      return hand === 'finger' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);
    },
    steps: () => {
      const done = { keys, taps };
      keys = 0;
      taps = 0;
      return done;
    },
  };
};
