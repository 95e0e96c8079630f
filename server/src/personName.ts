import { parseData } from './parseData';
import { invalid } from './problems';
import { nameData } from './schemas';

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
  const { name } = parseData(nameData, body ?? {});
  const text = name.trim();
  if (!SHOWN.test(text) || [...text].length > LONGEST_NAME)
    throw invalid(`name must have 1 to ${LONGEST_NAME} characters`);
  if (UNSHOWN.test(text)) throw invalid('name must not have control characters');
  return text;
};
