import { expect, jest, test } from '@jest/globals';
import { asListId } from '../../../src/contract/ids';
import { ListOverlays } from '../../../src/features/listActions/ListOverlays';
import { renderApp } from '../../support/renderApp';

test('given a menu whose code comes after its list is gone, then it closes and says nothing, as the page of the list did', async () => {
  const onOverlay = jest.fn();
  const overlay = { kind: 'menu', listId: asListId('gone'), anchor: document.body } as const;
  const menu = <ListOverlays overlay={overlay} onOverlay={onOverlay} onAdded={() => {}} onDeleting={() => {}} />;
  await renderApp({ lists: [{ name: 'Pizza' }], beside: menu });
  expect(onOverlay).toHaveBeenCalledWith(null);
  expect(document.querySelector('[data-snackbar]')).toBeNull();
});
