/**
 * The text that came into a field, told from what it held before and after: the longest common start and end are what was
 * there. Keyboards that put in clipboard text without a `paste` event are found out this way.
 */
export const insertedText = (before: string, after: string): string => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return after.slice(start, after.length - end);
};
