import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A path with a slash at both ends, as `/listy/`; null for a text that is none. */
export const parseBasePath = (text: string): string | null => (/^\/([\w.~-]+\/)*$/.test(text) ? text : null);

/** The path below which the built app expects itself to lie, from its own manifest; null where there is no built app. */
export const builtBasePath = (clientDir: string): string | null => {
  try {
    const { scope } = JSON.parse(readFileSync(join(clientDir, 'manifest.webmanifest'), 'utf8')) as { scope?: unknown };
    return typeof scope === 'string' ? parseBasePath(scope) : null;
  } catch {
    return null;
  }
};
