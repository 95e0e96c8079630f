import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { box, field, openList, texts } from './openedList';

/** Another device changes the row that has the focus. */

const choice = (name: string): HTMLElement => screen.getByRole('checkbox', { name: `Zaznacz: ${name}` });
const open = () => openList(['chleb', 'mleko', 'masło', { description: 'ser', done: true }]);

const select = async ({ user }: Awaited<ReturnType<typeof open>>, place: number): Promise<void> => {
  await user.keyboard('{Control>}');
  await user.click(field(place));
  await user.keyboard('{/Control}');
};

describe('the focus', () => {
  test('given a selected row that is removed, then it is on the next row, and the arrow keys go on', async () => {
    const app = await open();
    await select(app, 0);
    await app.user.click(screen.getByText('mleko'));
    expect(document.activeElement).toBe(choice('mleko'));
    await app.elsewhere.remove(1);
    await waitFor(() => expect(screen.queryByText('mleko')).toBeNull());
    expect(document.activeElement).toBe(choice('masło'));
    await app.user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(choice('chleb'));
  });

  test('given the only selected row, when it is removed and the selection ends, then it is on the next box', async () => {
    const app = await open();
    await select(app, 1);
    await app.elsewhere.remove(1);
    await waitFor(() => expect(texts()).toEqual(['chleb', 'masło']));
    expect(document.activeElement).toBe(box('masło'));
  });

  test('given a box whose row is removed, then it is on the next box, else on the one before', async () => {
    const app = await open();
    act(() => box('mleko').focus());
    await app.elsewhere.remove(1);
    await waitFor(() => expect(texts()).toEqual(['chleb', 'masło']));
    expect(document.activeElement).toBe(box('masło'));
    act(() => box('ser').focus());
    await app.elsewhere.remove(3);
    await waitFor(() => expect(screen.queryByText('ser')).toBeNull());
    expect(document.activeElement).toBe(box('masło'));
  });

  test('given the ✕ of a bought row that is to buy again, then it is on the box of that row', async () => {
    const app = await open();
    act(() => screen.getByRole('button', { name: 'Usuń produkt: ser' }).focus());
    await app.elsewhere.edit(3, { done: false });
    await waitFor(() => expect(texts()).toEqual(['chleb', 'mleko', 'masło', 'ser']));
    expect(document.activeElement).toBe(box('ser'));
  });
});
