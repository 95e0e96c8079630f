import { invalid } from './problems';

const LONGEST_NAME = 40;
/** Control characters, line ends, and marks that change the text direction. */
const UNSHOWN = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
/** Anything but spaces and marks without a picture of their own, such as the joiners inside an emoji. */
const SHOWN = /[^\s\p{Cf}]/u;

/**
 * Parses a person's name as other members see it, trimmed.
 * @throws 400 for a name that cannot be shown
 */
export const parsePersonName = (body: unknown): string => {
  const { name } = (body ?? {}) as { name?: unknown };
  if (typeof name !== 'string') throw invalid('name must be a string');
  const text = name.trim();
  if (!SHOWN.test(text) || [...text].length > LONGEST_NAME)
    throw invalid(`name must have 1 to ${LONGEST_NAME} characters`);
  if (UNSHOWN.test(text)) throw invalid('name must not have control characters');
  return text;
};
