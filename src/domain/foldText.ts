const MARKS = /\p{M}/gu;
const SPACES = /\s+/g;

/** A text as it is compared in a search: without case, diacritics and needless spaces. `Żółty  SER` becomes `zolty ser`. */
export const foldText = (text: string): string =>
  // Unicode decomposes all Polish letters but `ł`.
  text.normalize('NFD').replace(MARKS, '').toLowerCase().replaceAll('ł', 'l').replace(SPACES, ' ').trim();
