import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { newAccount } from './support/account';
import { furnishEveryScreen, walkEveryScreen } from './support/everyScreen';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { PHONE, VIEWPORTS } from './support/viewports';

/** What is true on every screen and in every state. One walk looks at all of it, because the walk takes longer than the looks. */

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

/** WCAG asks for 24 px; a thumb wants more. */
const TARGET_PX = 44;
/** The text of a line is its own target; its place in the line gives its height. */
const INLINE = 'a[href="#"]';

/** Controls that are smaller than a thumb, as tag, name and size. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([least, inline]) =>
      [...document.querySelectorAll<HTMLElement>('button, a[href], input, [role=button], [role=option]')].flatMap(
        (control) => {
          if (control.matches(inline) || control.closest('[aria-hidden=true]')) return [];
          const { width, height } = control.getBoundingClientRect();
          if (width === 0 || control.matches('input:not([type=checkbox], [type=radio])')) return [];
          // What is drawn thin may reach further than it looks.
          const middle = control.getBoundingClientRect();
          const reach = least / 2 - 1;
          const isHit = (y: number): boolean =>
            control.contains(document.elementFromPoint(middle.x + width / 2, middle.y + height / 2 + y));
          const isLarge = width >= least && (height >= least || (isHit(-reach) && isHit(reach)));
          const name = control.getAttribute('aria-label') ?? control.textContent;
          return isLarge ? [] : [`${control.tagName} ${name} ${Math.round(width)}x${Math.round(height)}`];
        },
      ),
    [TARGET_PX, INLINE] as const,
  );

/** How far the page, or a dialog on it, is wider than its place. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const places = [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
    return Math.max(...places.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });

/** What axe has against the page, as rule, element and reason. */
const violationsOf = async (page: Page): Promise<string[]> => {
  // In the page itself, which has no frames; otherwise each call opens a second page.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} ${html} ${failureSummary}`),
  );
};

/** What is too large or too small on the page. */
const misfits = async (page: Page): Promise<string[]> => {
  const excess = await overhang(page);
  return [...(excess > 0 ? [`${excess} px too wide`] : []), ...(await smallTargets(page))];
};

/** Each pair of a language, a scheme and a size once: contrast is the scheme's, names are the language's, targets are the size's. */
const COMBINATIONS = [
  ['pl', 'light', VIEWPORTS[0]],
  ['pl', 'dark', VIEWPORTS[1]],
  ['en', 'dark', VIEWPORTS[0]],
  ['en', 'light', VIEWPORTS[1]],
] as const;

for (const [language, colorScheme, [size, viewport]] of COMBINATIONS) {
  test(`axe finds nothing, nothing scrolls sideways and no control is smaller than a thumb, ${language}, ${colorScheme}, ${size}`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const found: string[] = [];
    let states = 0;
    const account = await newAccount(product, `every-${language}-${colorScheme}`);
    await furnishEveryScreen(product, account);
    const options = { ...viewport, colorScheme };
    await walkEveryScreen({ browser, product, account, options, language }, async (page, state) => {
      states += 1;
      const here = [...(await violationsOf(page)), ...(await misfits(page))];
      found.push(...here.map((finding) => `${state}: ${finding}`));
    });
    test.info().annotations.push({ type: 'states', description: String(states) });
    expect(found).toEqual([]);
  });
}

test('on the smallest phone nothing scrolls sideways and no control is smaller than a thumb', async ({ browser }) => {
  test.setTimeout(180_000);
  const account = await newAccount(product, 'smallest-phone');
  await furnishEveryScreen(product, account);
  const found: string[] = [];
  const options = { viewport: { width: 320, height: 640 } };
  await walkEveryScreen({ browser, product, account, options, language: 'pl' }, async (page, state) => {
    found.push(...(await misfits(page)).map((finding) => `${state}: ${finding}`));
  });
  expect(found).toEqual([]);
});

/** Icons that are smaller than the text of their button, as the text and both heights. */
const smallIcons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button svg, a svg')].flatMap((icon) => {
      const button = icon.closest('button, a');
      const height = icon.getBoundingClientRect().height;
      const textPx = button?.textContent ? Number.parseFloat(getComputedStyle(button).fontSize) : 0;
      return height === 0 || height >= textPx ? [] : [`${button?.textContent} ${textPx}: icon of ${height} px`];
    }),
  );

/** Buttons whose text is wider than they are, as the text and the excess. */
const wideTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a[class*=Button]')].flatMap((button) => {
      const text = document.createRange();
      text.selectNodeContents(button);
      const isIcon = !button.textContent;
      const excess = text.getBoundingClientRect().right - button.getBoundingClientRect().right;
      return isIcon || excess <= 0 ? [] : [`${button.textContent}: ${excess} px wider than its button`];
    }),
  );

/** The text field with the focus, if a finger cannot reach all of its height: it is outside the window, or under something. */
const hiddenField = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const field = document.activeElement;
    if (!field?.matches('textarea, input:not([type=checkbox], [type=radio])')) return [];
    const { top, bottom, left } = field.getBoundingClientRect();
    const isSeen = [top + 2, bottom - 2].every((y) => field.contains(document.elementFromPoint(left + 8, y)));
    return isSeen ? [] : [`${field.getAttribute('aria-label') ?? field.id} at ${top} to ${bottom} is hidden`];
  });

/** In the system's font, which is wider than the app's and stays for the visit when that one comes late. */
const LARGE_TEXT = 'html { font-size: 200% !important } * { font-family: system-ui, sans-serif !important }';

test('at twice the text size no text is cut off, nothing scrolls sideways, and icons grow too', async ({ browser }) => {
  const account = await newAccount(product, 'large-text');
  await furnishEveryScreen(product, account);
  const found: string[] = [];
  const options = { ...PHONE, viewport: { width: 320, height: 800 } };
  await walkEveryScreen({ browser, product, account, options, language: 'pl' }, async (page, state) => {
    await page.addStyleTag({ content: LARGE_TEXT }).catch(() => null);
    const excess = await overhang(page);
    if (excess > 0) found.push(`${state}: ${excess} px too wide`);
    const here = [...(await smallIcons(page)), ...(await wideTexts(page)), ...(await hiddenField(page))];
    found.push(...here.map((finding) => `${state}: ${finding}`));
  });
  expect(found).toEqual([]);
});
