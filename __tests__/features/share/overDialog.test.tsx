import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '../../support/renderApp';
import { routerBeside } from '../../support/routerBeside';

afterEach(() => sessionStorage.clear());
const { router, beside } = routerBeside();

test('given an open list dialog, when a text is shared, then its sheet opens, and back closes it', async () => {
  const app = await renderApp({ lists: [{ name: 'Dom', items: ['mleko'] }], beside });
  await app.user.click(await screen.findByRole('button', { name: 'Dodaj listę' }));
  const dialog = await screen.findByRole('dialog', { name: 'Dodaj listę' });
  await app.user.type(within(dialog).getByLabelText('Nazwa listy'), 'Wakacje');
  void router.go?.('/lists?share_text=chleb%0Amas%C5%82o');
  await waitFor(() => expect(app.path()).not.toContain('share_text'));
  await screen.findByRole('dialog', { name: 'Dodaj do listy' });
  void router.go?.(-1);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Dodaj do listy' })).toBeNull());
});
