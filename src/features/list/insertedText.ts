/**
 * The text that came into a field, told from what it held before and after: the longest common start and end are what was
 * there. Keyboards that put in clipboard text without a `paste` event are found out this way. Compared by whole characters:
 * many pictures begin with the same half.
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
