import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { selectItem, selectItemIds } from '../../../src/store/view/viewSelectors';
import { renderApp } from '../../support/renderApp';
import { routerBeside } from '../../support/routerBeside';

afterEach(() => sessionStorage.clear());
const { router, beside } = routerBeside();

test('given a text that waits for its list, when another is shared, then both are added', async () => {
  const app = await renderApp({
    route: '/lists?share_text=ry%C5%BC%0Aser',
    lists: [{ name: 'Dom', items: ['mleko'] }],
    beside,
  });
  await screen.findByRole('dialog', { name: 'Dodaj do listy' });
  void router.go?.('/lists?share_text=chleb%0Amas%C5%82o');
  await waitFor(() => expect(app.path()).not.toContain('share_text'));
  const sheet = await screen.findByRole('dialog', { name: 'Dodaj do listy' });
  await app.user.click(within(sheet).getByRole('button', { name: 'Dom' }));
  const listId = app.lists[0]?.listId;
  if (!listId) throw new Error('no list');
  await waitFor(() => expect(app.path()).toBe(`/lists/${listId}`));
  const state = app.store.getState();
  expect(selectItemIds(state, listId).map((id) => selectItem(state, listId, id)?.description)).toEqual([
    'mleko',
    'ryż',
    'ser',
    'chleb',
    'masło',
  ]);
});
