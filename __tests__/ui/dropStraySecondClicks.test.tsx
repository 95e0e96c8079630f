import { expect, test } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { dropStraySecondClicks } from '../../src/ui/dropStraySecondClicks';

dropStraySecondClicks(window);

const clickable = (parent: Element): { readonly element: HTMLElement; readonly clicks: number[] } => {
  const element = parent.appendChild(document.createElement('button'));
  const clicks: number[] = [];
  element.addEventListener('click', ({ detail }) => clicks.push(detail));
  return { element, clicks };
};

const aLayer = (): Element => {
  const layer = document.body.appendChild(document.createElement('div'));
  layer.setAttribute('role', 'presentation');
  return layer;
};

test('given a dialog that opens under the first click, then the second one does not reach it, and the next click does', () => {
  const opener = clickable(document.body);
  const close = clickable(aLayer());

  fireEvent.click(opener.element, { detail: 1 });
  fireEvent.click(close.element, { detail: 2 });
  fireEvent.click(close.element, { detail: 3 });
  expect([opener.clicks, close.clicks]).toEqual([[1], []]);

  fireEvent.click(close.element, { detail: 1 });
  expect(close.clicks).toEqual([1]);
});

test('given a dialog that closes under the first click, then the second one does not press what lies below', () => {
  const below = clickable(document.body);
  const answer = clickable(aLayer());

  fireEvent.click(answer.element, { detail: 1 });
  fireEvent.click(below.element, { detail: 2 });

  expect([answer.clicks, below.clicks]).toEqual([[1], []]);
});

test('given a message that the first click answers, then the second one presses neither what lies below nor the next message', () => {
  const aMessage = (): Element => {
    const message = document.body.appendChild(document.createElement('div'));
    message.setAttribute('data-snackbar', '');
    return message;
  };
  const below = clickable(document.body);
  const undo = clickable(aMessage());
  const undoOther = clickable(aMessage());

  fireEvent.click(undo.element, { detail: 1 });
  fireEvent.click(below.element, { detail: 2 });
  fireEvent.click(undoOther.element, { detail: 2 });

  expect([undo.clicks, below.clicks, undoOther.clicks]).toEqual([[1], [], []]);
});

test('given a first click that opens another screen, then the second one presses nothing there, and the next click does', () => {
  const card = clickable(document.body);
  const untickAll = clickable(document.body);

  card.element.addEventListener('click', () => history.pushState(null, '', '/lists/1'));
  fireEvent.click(card.element, { detail: 1 });
  fireEvent.click(untickAll.element, { detail: 2 });
  fireEvent.click(untickAll.element, { detail: 1 });

  expect([card.clicks, untickAll.clicks]).toEqual([[1], [1]]);
});

test('two clicks in one layer both count, and so do keys, which press with no count', () => {
  const button = clickable(aLayer());
  const other = clickable(document.body);

  fireEvent.click(button.element, { detail: 1 });
  fireEvent.click(button.element, { detail: 2 });
  fireEvent.click(other.element, { detail: 0 });

  expect([button.clicks, other.clicks]).toEqual([[1, 2], [0]]);
});

test('given a dialog that is closing under the first click, then the second one does not take the focus back', () => {
  const field = document.body.appendChild(document.createElement('input'));
  const answer = clickable(aLayer());
  /** Whether the press may move the focus. */
  const press = (detail: number): boolean => fireEvent.mouseDown(answer.element, { detail });

  answer.element.focus();
  fireEvent.click(answer.element, { detail: 1 });
  expect(press(2)).toBe(true);

  field.focus();
  expect([press(2), press(1)]).toEqual([false, true]);
});
