import { type Device, type Walk, windowOf } from './world';

/** The bar that offers to take the last act back. */

interface Offer {
  /** How its text begins. */
  readonly told: string | RegExp;
  /** How many acts share the bar. Ctrl+Z takes back one of them at a time. */
  readonly acts?: number;
}

/** Of all acts that can be undone, how many stay as they are. */
const STAYS = 0.25;
const BY_KEY = 0.35;

let marks = 0;

/**
 * Takes the last act of a window back, at once or after other acts, by its bar or by Ctrl+Z.
 * @returns false if the bar was not there any more, or said something else: then nothing was pressed
 */
export const takeBack = async (walk: Walk, device: Device, at: number, { told, acts = 1 }: Offer): Promise<boolean> => {
  const { random } = device;
  const bar = windowOf(device, at).locator('[data-snackbar]').filter({ hasText: told });
  await bar.waitFor();
  if (random.chance(STAYS)) return false;
  // An older bar may say the same. This one stays the same element for as long as it is shown.
  const mark = String(++marks);
  await bar.evaluate((element, number) => element.setAttribute('data-mark', number), mark);
  const others = random.pick([0, 0, 1, 2]) ?? 0;
  for (let other = 0; other < others; other += 1) await walk.meanwhile(device);
  const page = windowOf(device, at);
  const marked = page.locator(`[data-mark="${mark}"]`);
  const byKey = random.chance(BY_KEY);
  // In a field the key may be meant for what was typed there since.
  if (byKey && others > 0) await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  if (!(await marked.isVisible())) return false;
  if (byKey) for (let press = 0; press < acts; press += 1) await page.keyboard.press('Control+z');
  else await marked.getByRole('button', { name: 'Cofnij' }).click();
  walk.acts.push(`${device.name}${at}   ${byKey ? 'Ctrl+Z' : 'Cofnij'}`);
  return true;
};
