import { expect, test } from '@jest/globals';
import { refuseCommonPassword } from '../../server/src/passwordRule';

test.each([
  'Baseball',
  'listylisty',
  'Listy2026!',
  'listy-app',
  'mojalista1',
  'Zakupy123',
  'listazakupów',
  'lista zakupow 7',
  'shoppinglist',
  'ShoppingList99',
])('given “%s”, an easy guess for this app, then it is refused', (password) => {
  expect(() => refuseCommonPassword(password)).toThrow('password is too common');
});

test.each(['lista od babci Zosi', 'listopad i grudzień', 'listy84719306', '84719306520193', 'zażółć gęślą jaźń'])(
  'given “%s”, which only contains an easy guess, then it is accepted',
  (password) => {
    expect(() => refuseCommonPassword(password)).not.toThrow();
  },
);
