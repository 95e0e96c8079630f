import { expect, test } from '@jest/globals';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { field, openList, texts } from './openedList';

/** As a browser does when its window goes to the back: the field is told, and stays the document's active element. */
const leaveWindow = (): void => {
  const active = document.activeElement;
  act(() => {
    if (active) fireEvent.blur(active);
  });
};
const comeBack = (): void => {
  const active = document.activeElement;
  act(() => {
    if (active) fireEvent.focus(active);
  });
};

test('given a background window, when another device changes a text, then the field with the caret shows it too, and later typing keeps it', async () => {
  const { user, elsewhere, stored } = await openList(['mleko', 'ser']);
  await user.click(field(0));
  leaveWindow();
  expect(document.activeElement).toBe(field(0));
  await elsewhere.edit(0, { description: 'mleko 2%' });
  await elsewhere.edit(1, { description: 'ser żółty' });
  await waitFor(() => expect(stored()).toEqual(['mleko 2%||open', 'ser żółty||open']));
  await waitFor(() => expect(texts()[1]).toBe('ser żółty'));
  comeBack();
  expect(texts()).toEqual(['mleko 2%', 'ser żółty']);
  await user.keyboard(' bio');
  expect(stored()[0]).toBe('mleko 2% bio||open');
});
