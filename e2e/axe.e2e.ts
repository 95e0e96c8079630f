import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { newAccount } from './support/account';
import { furnishEveryScreen, walkEveryScreen } from './support/everyScreen';
import { type Product, startProduct } from './support/product';
import { VIEWPORTS } from './support/viewports';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

for (const language of ['pl', 'en'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on any screen or in any state, ${language}, ${colorScheme}, at 360 and 1280`, async ({
      browser,
    }) => {
      test.setTimeout(300_000);
      const found: string[] = [];
      let states = 0;
      for (const [size, viewport] of VIEWPORTS) {
        const account = await newAccount(product, `axe-${language}-${colorScheme}-${size.length}`);
        await furnishEveryScreen(product, account);
        const options = { ...viewport, colorScheme };
        await walkEveryScreen({ browser, product, account, options, language }, async (page, state) => {
          states += 1;
          const { violations } = await new AxeBuilder({ page }).analyze();
          for (const { id, nodes } of violations) {
            for (const { html, failureSummary } of nodes)
              found.push(`${size}, ${state}: ${id} ${html} ${failureSummary}`);
          }
        });
      }
      test.info().annotations.push({ type: 'states', description: String(states) });
      expect(found).toEqual([]);
    });
  }
}
