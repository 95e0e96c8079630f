import { describe, expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import i18next from 'i18next';
import { emptyFields, ITEM_TEXTS } from '../../../src/contract/fields';
import { asItemId, asListId } from '../../../src/contract/ids';
import type { ItemRow as Item } from '../../../src/contract/records';
import { asSentText } from '../../../src/domain/sentText';
import { ItemRow } from '../../../src/features/list/ItemRow';
import { itemName } from '../../../src/features/list/itemName';
import { rowTexts } from '../../../src/features/list/rowTexts';

/** The texts come from the table of fields, so a new one is asked for in all these places. */
const given = Object.fromEntries(ITEM_TEXTS.map((name) => [name, `the ${name}`]));
const blank = Object.fromEntries(ITEM_TEXTS.map((name) => [name, '']));
const item = (done: boolean): Item => ({
  ...emptyFields.items,
  id: asItemId('item'),
  listId: asListId('list'),
  createdAt: '2026-01-01T00:00:00.000Z',
  ...given,
  done,
});

const drawn = (row: { readonly done: boolean; readonly isChosen: boolean | null }): HTMLElement =>
  render(
    <ul>
      <ItemRow
        item={item(row.done)}
        words={rowTexts(i18next.t)}
        hasHints={false}
        focusedField={null}
        isChosen={row.isChosen}
        isEntry={false}
      />
    </ul>,
  ).container;

describe.each(ITEM_TEXTS)('given an item with a %s', (name) => {
  test('when it is not bought, then its row has a field for the text', () => {
    expect(drawn({ done: false, isChosen: null }).querySelector(`[data-field=${name}]`)).not.toBeNull();
  });

  test('when it is bought, then its row shows the text', () => {
    expect(drawn({ done: true, isChosen: null }).textContent).toContain(given[name]);
  });

  test('when rows are selected, then its row shows the text', () => {
    expect(drawn({ done: false, isChosen: false }).textContent).toContain(given[name]);
  });

  test('when its list is sent as text, then the text is sent', () => {
    expect(asSentText([item(false)])).toContain(given[name]);
  });

  test('when it has no other text, then it is called by this one', () => {
    const only = { ...item(false), ...blank, [name]: 'the only text' };
    expect(itemName(i18next.t, only)).toBe('the only text');
  });
});
