import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { selectRefusals } from '../../../src/store/view/viewSelectors';
import { addButton, field, focused, openList, quantity, said, texts } from './openedList';

const LINES = '- mleko\r\n• [ ] chleb\n* [x] ser\n\n';

describe('pasted lines', () => {
  test('become one item each, without bullets and boxes; a blank item takes the first', async () => {
    const { user, stored } = await openList([]);
    await waitFor(() => expect(focused()).toBe('Produkt 1 z 1'));
    await user.paste(LINES);
    expect(stored()).toEqual(['mleko||open', 'chleb||open', 'ser||open']);
  });

  test('fill an item that holds only spaces', async () => {
    const { user, stored } = await openList(['']);
    await user.click(field(0));
    await user.keyboard(' ');
    await user.paste('mleko\nser');
    expect(stored()).toEqual(['mleko||open', 'ser||open']);
  });

  test('leave the item they were pasted into as it is, and come at the end, in order (D13)', async () => {
    const { user, stored } = await openList(['masło', 'kawa']);
    await user.click(field(0));
    field(0).setSelectionRange(2, 2);
    await user.paste('mleko\nchleb');
    expect(stored()).toEqual(['masło||open', 'kawa||open', 'mleko||open', 'chleb||open']);
  });

  test('put the caret at the end of the last new item', async () => {
    const { user } = await openList(['masło']);
    await user.click(field(0));
    await user.paste('mleko\nchleb');
    expect(focused()).toBe('Produkt 3 z 3');
    expect(field(2).selectionStart).toBe('chleb'.length);
  });

  test('in the quantity do the same, and the quantity stays', async () => {
    const { user, stored } = await openList([{ description: 'masło', quantity: '2' }]);
    quantity('masło').focus();
    await user.paste('mleko\nchleb');
    expect(stored()).toEqual(['masło|2|open', 'mleko||open', 'chleb||open']);
  });

  test('in the quantity of a nameless item give it its name', async () => {
    const { user, stored } = await openList([{ quantity: '2' }]);
    quantity('2').focus();
    await user.paste('mleko\nchleb');
    expect(stored()).toEqual(['mleko|2|open', 'chleb||open']);
  });

  test('are counted, and undone in one step', async () => {
    const { user, stored } = await openList(['masło']);
    await user.click(addButton());
    await user.paste(LINES);
    expect(screen.getByText('Dodano 3 produkty', { selector: '[data-snackbar] *' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(stored()).toEqual(['masło||open']);
    expect(texts()).toEqual(['masło']);
    expect(said()).toBe('Cofnięto');
  });

  test('given a quantity in the row that took the first line, when the paste is undone, then the row stays with it', async () => {
    const { user, stored } = await openList([{ quantity: '2' }]);
    quantity('2').focus();
    await user.paste('mleko\nchleb');
    await user.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(stored()).toEqual(['|2|open']);
  });

  test('pasted into a blank row in the middle stay together there', async () => {
    const { user } = await openList(['masło', '', 'kawa']);
    await user.click(field(1));
    await user.paste('mleko\nchleb\nser');
    expect(texts()).toEqual(['masło', 'mleko', 'chleb', 'ser', 'kawa']);
    expect(focused()).toBe('Produkt 4 z 5');
  });

  test('in the middle stay in order on the server and through a deletion that is undone', async () => {
    const { user, allSent } = await openList(['masło', '', 'kawa']);
    await user.click(field(1));
    await user.paste('a\nb\nc\nd');
    await allSent();
    fireEvent.click(screen.getByRole('button', { name: 'Usuń produkt: c' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(texts()).toEqual(['masło', 'a', 'b', 'c', 'd', 'kawa']);
  });

  test('out of a table bring their quantities, also into the blank row that takes the first', async () => {
    const { user, stored } = await openList(['']);
    await user.click(field(0));
    await user.paste('mleko\t2\tl\r\nser\t300 g\r\nchleb\r\n');
    expect(stored()).toEqual(['mleko|2 l|open', 'ser|300 g|open', 'chleb||open']);
    await user.click(screen.getByRole('button', { name: 'Cofnij' }));
    await waitFor(() => expect(stored()).toEqual(['||open']));
  });

  test('never take the quantity that a nameless item has', async () => {
    const { user, stored } = await openList([{ quantity: '2' }]);
    quantity('2').focus();
    await user.paste('mleko\t1 l\nchleb\t1');
    expect(stored()).toEqual(['|2|open', 'mleko|1 l|open', 'chleb|1|open']);
  });

  test('with ticked boxes arrive open, and can be ticked in one step; undo is still offered', async () => {
    const { user, stored } = await openList(['']);
    await user.click(field(0));
    await user.paste('[x] mleko\n☐ ser\n✅ chleb\n☑️ kawa');
    expect(stored()).toEqual(['mleko||open', 'ser||open', 'chleb||open', 'kawa||open']);
    await user.click(screen.getByRole('button', { name: 'Odhacz kupione (3)' }));
    expect(stored()).toEqual(['mleko||done', 'ser||open', 'chleb||done', 'kawa||done']);
    expect(said()).toBe('Odhaczono 3 produkty');
    expect(screen.queryByRole('button', { name: /Odhacz kupione/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cofnij' }));
    await waitFor(() => expect(stored()).toEqual(['||open']));
  });

  test('without a ticked box do not offer to tick', async () => {
    const { user } = await openList(['']);
    await user.click(field(0));
    await user.paste('[ ] mleko\n☐ ser');
    expect(screen.queryByRole('button', { name: /Odhacz kupione/ })).toBeNull();
  });

  test('also work with keyboards that send beforeinput instead of a paste event', async () => {
    const { stored } = await openList(['masło', '']);
    field(1).focus();
    const data = 'mleko\nchleb';
    const event = new InputEvent('beforeinput', { inputType: 'insertText', data, bubbles: true, cancelable: true });
    expect(fireEvent(field(1), event)).toBe(false);
    expect(stored()).toEqual(['masło||open', 'mleko||open', 'chleb||open']);
  });

  test('lose U+0000, which the server would refuse', async () => {
    const { user, stored, allSent, store } = await openList(['masło']);
    await user.click(field(0));
    await user.paste('ser\0\n\0\nmle\0ko');
    fireEvent.input(field(0), { target: { value: 'masło\0!' } });
    await allSent();
    expect(stored()).toEqual(['masło!||open', 'ser||open', 'mleko||open']);
    expect(selectRefusals(store.getState())).toEqual([]);
  });

  test('lose U+0000, and are undone all the same', async () => {
    const { user, stored } = await openList(['']);
    await user.click(field(0));
    await user.paste('ser\0\nmle\0ko');
    await user.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(stored()).toEqual(['||open']);
  });

  test('also work with keyboards that only put them into the field', async () => {
    const { stored } = await openList(['masło']);
    field(0).focus();
    fireEvent(field(0), new InputEvent('beforeinput', { inputType: 'insertText', bubbles: true }));
    fireEvent.input(field(0), { target: { value: 'masło\nmleko\nchleb' } });
    expect(stored()).toEqual(['masło||open', 'mleko||open', 'chleb||open']);
    expect(field(0).value).toBe('masło');
  });
});

describe('one pasted line', () => {
  test('goes in at the caret, without its line break and with its markers (D12)', async () => {
    const { user, stored } = await openList(['ser ']);
    await user.click(field(0));
    await user.paste('-5 %\n');
    expect(stored()).toEqual(['ser -5 %||open']);
    expect(screen.queryByRole('button', { name: 'Cofnij' })).toBeNull();
  });

  test('is inserted in the middle of a text', async () => {
    const { user, stored } = await openList(['sery']);
    await user.click(field(0));
    field(0).setSelectionRange(3, 3);
    await user.paste(' żółt');
    expect(stored()).toEqual(['ser żółty||open']);
  });

  test('without its break also when a keyboard leaves one in the field', async () => {
    const { stored } = await openList(['ser']);
    field(0).focus();
    fireEvent.input(field(0), { target: { value: 'ser\n' } });
    expect(field(0).value).toBe('ser');
    expect(stored()).toEqual(['ser||open']);
  });
});
