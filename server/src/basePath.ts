import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a path with a slash at both ends, such as `/listy/`; null for any other text. */
export const parseBasePath = (text: string): string | null => (/^\/([\w.~-]+\/)*$/.test(text) ? text : null);

/** The path that the app was built for, from its manifest; null without a built app. */
export const builtBasePath = (clientDir: string): string | null => {
  try {
    const { scope } = JSON.parse(readFileSync(join(clientDir, 'manifest.webmanifest'), 'utf8')) as { scope?: unknown };
    return typeof scope === 'string' ? parseBasePath(scope) : null;
  } catch {
    return null;
  }
};
