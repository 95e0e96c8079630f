import { expect, test } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import { changeId } from '../../../src/contract/ids';
import { syncEvent } from '../../../src/sync/model/syncEvents';
import { nextCounter } from '../../../src/sync/model/syncState';
import { nothingRead } from '../../support/readings';
import { field, openList, texts } from './openedList';

test('given an item that Ania edited, when the person removes it in another window while typing here, then Ania is not blamed', async () => {
  const app = await openList(['mleko', 'ser'], {}, ['Ania']);
  await app.elsewhere.edit(1, { quantity: '2' }, 'Ania');
  await app.user.click(field(1));
  const rowId = app.itemAt(1);
  const { data } = app.store.getState();
  // What the other window of this browser recorded, as this one reads it from the disk.
  const change = {
    id: changeId(nextCounter(data, Date.now()), 'other'),
    collection: 'items',
    type: 'remove',
    rowId,
    listId: app.listId,
    time: 1,
    data: {},
  };
  act(() => void app.store.dispatch(syncEvent('sync/recordsRead', { ...nothingRead, changes: [change as never] })));
  await app.user.keyboard(' żółty');
  act(() => field(1).blur());
  await waitFor(() => expect(texts()).toEqual(['mleko']));
  expect(document.querySelector('[data-snackbar]')?.textContent).toMatch(/^Ten produkt usunięto na innym urządzeniu/);
});
