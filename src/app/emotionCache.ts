import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * The cache of Emotion, which puts the styles of what is shown for the first time into the page. If a rule such as `@media` is
 * added to an existing style sheet, Chromium computes the styles of all elements again: for the first key in a list of 2,000
 * items, of all rows. With a new sheet it does that only for the elements that the rules are for.
 */
export const makeEmotionCache = (): EmotionCache => {
  const cache = createCache({ key: 'css' });
  const { sheet } = cache;
  const insert = sheet.insert.bind(sheet);
  let isNew = false;
  sheet.insert = (rule) => {
    if (rule.startsWith('@') && !isNew) {
      // So that Emotion begins a new element.
      sheet.ctr = 0;
      isNew = true;
      queueMicrotask(() => {
        isNew = false;
      });
    }
    insert(rule);
  };
  return cache;
};
