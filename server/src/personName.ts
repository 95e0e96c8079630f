import { parseData } from './parseData';
import { invalid } from './problems';
import { nameData } from './schemas';

const LONGEST_NAME = 40;
/** Control characters, and marks that change the text direction of what follows the name in a sentence. */
const UNSHOWN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
/** Anything but spaces and marks without a picture of their own, such as the joiners inside an emoji. */
const SHOWN = /[^\s\p{Cf}]/u;

/**
 * Parses a person's name as other members see it: trimmed, in one line, without what is not shown. Such characters come
 * along when a name is pasted, and the person does not see them.
 * @throws 400 for a name that cannot be shown
 */
export const parsePersonName = (body: unknown): string => {
  const { name } = parseData(nameData, body ?? {});
  const text = name.replace(/\s/gu, ' ').replace(UNSHOWN, '').trim();
  if (!SHOWN.test(text) || [...text].length > LONGEST_NAME)
    throw invalid(`name must have 1 to ${LONGEST_NAME} characters`);
  return text;
};
