import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { newAccount } from './support/account';
import { furnishEveryScreen, walkEveryScreen } from './support/everyScreen';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';
import { VIEWPORTS } from './support/viewports';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

/** Each pair of a language, a scheme and a size once: contrast is the scheme's, names are the language's, targets are the size's. */
const COMBINATIONS = [
  ['pl', 'light', VIEWPORTS[0]],
  ['pl', 'dark', VIEWPORTS[1]],
  ['en', 'dark', VIEWPORTS[0]],
  ['en', 'light', VIEWPORTS[1]],
] as const;

for (const [language, colorScheme, [size, viewport]] of COMBINATIONS) {
  test(`axe finds nothing on any screen or in any state, ${language}, ${colorScheme}, ${size}`, async ({ browser }) => {
    test.setTimeout(300_000);
    const found: string[] = [];
    let states = 0;
    const account = await newAccount(product, `axe-${language}-${colorScheme}`);
    await furnishEveryScreen(product, account);
    const options = { ...viewport, colorScheme };
    await walkEveryScreen({ browser, product, account, options, language }, async (page, state) => {
      states += 1;
      // In the page itself, which has no frames; otherwise each call opens a second page.
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ['violations'] })
        .analyze();
      for (const { id, nodes } of violations) {
        for (const { html, failureSummary } of nodes) found.push(`${state}: ${id} ${html} ${failureSummary}`);
      }
    });
    test.info().annotations.push({ type: 'states', description: String(states) });
    expect(found).toEqual([]);
  });
}
