import { expect, type Page, test } from '@playwright/test';
import { expectOnServer, listOnServer, newAccount, signedIn, visit } from './support/account';
import { allSaved, descriptions, shownItems } from './support/person';
import { type Product, startProduct } from './support/product';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.dispose());

const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

const undo = (page: Page) => page.getByRole('button', { name: 'Cofnij' });

test('a paste into a fresh row that was sent and is undone leaves no blank item on any device', async ({ browser }) => {
  const account = await newAccount(product, 'paste');
  const listId = await listOnServer(product, account, 'Zakupy', ['masło']);
  const [here, there] = [
    await visit(await signedIn(browser, product, account), product, `/lists/${listId}`),
    await visit(await signedIn(browser, product, account), product, `/lists/${listId}`),
  ];
  await here.getByRole('button', { name: 'Dodaj produkt' }).click();
  await expect(descriptions(here)).toHaveCount(2);
  await paste(here, '- mleko\n- chleb');
  await expectOnServer(product, account, ['chleb', 'masło', 'mleko']);
  await expect(descriptions(there)).toHaveCount(3);
  await undo(here).click();
  await expectOnServer(product, account, ['masło']);
  for (const page of [here, there]) {
    await allSaved(page);
    await expect.poll(() => shownItems(page)).toEqual(['masło']);
  }
});
