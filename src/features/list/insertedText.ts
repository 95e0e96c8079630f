/**
 * Finds the text that was inserted, by comparing the field before and after. Some keyboards insert clipboard text
 * without a `paste` event. It compares whole characters, because many emoji start with the same half.
 */
export const insertedText = (before: string, after: string): string => {
  const was = [...before];
  const is = [...after];
  const shorter = Math.min(was.length, is.length);
  let start = 0;
  while (start < shorter && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < shorter - start && was[was.length - 1 - end] === is[is.length - 1 - end]) end += 1;
  return is.slice(start, is.length - end).join('');
};
