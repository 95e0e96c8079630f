import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Chromium's own features that stay off: two pages of its address bar, which it would load in two processes for each new context, and what
 * calls home. Chromium takes the last such list, so this one stands in the place of Playwright's.
 */
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
];

/** Flags under which a browser from the system runs headless, in a container, without calling home. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${OFF.join()}`,
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The browser to test with: `CHROMIUM_PATH`, or the first one on the PATH. Says so and fails when there is none. */
export const findChromium = (): string => {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH names no program: ${named}`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (!found) throw new Error('No Chromium found: install one (apt-get install chromium) or set CHROMIUM_PATH.');
  return found;
};
