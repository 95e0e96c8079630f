import { expect } from '@playwright/test';
import { allSaved, bought, createList, descriptions, listCard, openList, signIn } from './support/person';
import { type Product, startProduct } from './support/product';
import { test } from './support/test';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.dispose());

const WANTED = ['mleko', 'chleb', 'masło', 'jajka', 'ser', 'kawa', 'herbata', 'jabłka', 'ryż', 'oliwa'];

test('the main job: keep a list by keyboard, find it after a reload and on a second device, live both ways', async ({
  browser,
}) => {
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signIn(phone, product.origin);
  await createList(phone, 'Obiad', 'Pizza');
  await openList(phone, 'Obiad');

  await expect(descriptions(phone)).toHaveCount(1);
  await expect(descriptions(phone).first()).toBeFocused();
  for (const [index, item] of WANTED.entries()) {
    await phone.keyboard.type(item);
    await phone.keyboard.press('Enter');
    await phone.keyboard.type(`${index + 1} szt.`);
    if (index < WANTED.length - 1) await phone.keyboard.press('Enter');
  }
  await expect(descriptions(phone)).toHaveCount(WANTED.length);
  for (const item of WANTED.slice(0, 3)) await phone.getByRole('checkbox', { name: `Kupione: ${item}` }).click();
  await expect(bought(phone)).toHaveCount(3);
  await allSaved(phone);

  await phone.reload();
  await expect(descriptions(phone)).toHaveCount(7);
  await expect(bought(phone)).toHaveCount(3);
  await expect(descriptions(phone).first()).toHaveValue('jajka');
  await expect(phone.getByRole('textbox', { name: 'Ilość: jajka' })).toHaveValue('4 szt.');

  const laptop = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await signIn(laptop, product.origin);
  await expect(listCard(laptop, 'Obiad')).toContainText('3/10');
  await openList(laptop, 'Obiad');
  await expect(descriptions(laptop)).toHaveCount(7);
  await descriptions(laptop).first().fill('jajka z wolnego wybiegu');
  await expect(descriptions(phone).first()).toHaveValue('jajka z wolnego wybiegu');
  await phone.getByRole('checkbox', { name: 'Kupione: ser' }).click();
  await expect(bought(laptop)).toHaveCount(4);
});
