import { describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { selectCapabilities } from '../../../src/store/state/capabilitiesSlice';
import { renderApp, type SeedItem } from '../../support/renderApp';
import { routerBeside } from '../../support/routerBeside';
import { addButton, box, field, fields, focused, openList, said, texts } from './openedList';

/** Several rows are selected, and one thing is done with all of them. */

const { router, beside } = routerBeside();
const BOUGHT: SeedItem = { description: 'ser', done: true };

const open = (widthPx?: number) =>
  openList(['chleb', 'mleko', 'masło', BOUGHT], {
    ...(widthPx !== undefined && { widthPx }),
    lists: [
      { name: 'Zakupy', items: ['chleb', 'mleko', 'masło', BOUGHT] },
      { name: 'Apteka', icon: 'pill', items: ['plastry'] },
    ],
    beside,
  });
type App = Awaited<ReturnType<typeof open>>;

const choice = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name: `Zaznacz: ${name}` });
const chosen = (): string[] =>
  screen
    .queryAllByRole<HTMLInputElement>('checkbox', { name: /^Zaznacz: / })
    .filter(({ checked }) => checked)
    .map((box) => box.getAttribute('aria-label') ?? '');
const bar = (): Promise<HTMLElement> => screen.findByRole('group', { name: 'Zaznaczone produkty' });
const press = async (app: App, name: string): Promise<void> =>
  app.user.click(within(await bar()).getByRole('button', { name }));

const click = async (app: App, target: Element, key: 'Control' | 'Shift'): Promise<void> => {
  await app.user.keyboard(`{${key}>}`);
  await app.user.click(target);
  await app.user.keyboard(`{/${key}}`);
};

describe('rows are selected', () => {
  test('by a long press, then by taps; the number is announced each time', async () => {
    const app = await open();
    const held = field(1);
    fireEvent.pointerDown(held, { pointerType: 'touch', clientX: 5, clientY: 5 });
    await waitFor(() => expect(choice('mleko').checked).toBe(true));
    await waitFor(() => expect(said()).toBe('Zaznaczono 1 produkt'));
    expect(document.activeElement).toBe(choice('mleko'));
    fireEvent.pointerUp(choice('mleko'));
    await app.user.click(screen.getByText('chleb'));
    expect(chosen()).toEqual(['Zaznacz: chleb', 'Zaznacz: mleko']);
    expect(said()).toBe('Zaznaczono 2 produkty');
  });

  test('by Ctrl and Shift with the mouse, also from the row with the caret', async () => {
    const app = await open();
    await app.user.click(field(0));
    await click(app, field(2), 'Shift');
    expect(chosen()).toEqual(['Zaznacz: chleb', 'Zaznacz: mleko', 'Zaznacz: masło']);
    await click(app, screen.getByText('mleko'), 'Control');
    expect(chosen()).toEqual(['Zaznacz: chleb', 'Zaznacz: masło']);
    await click(app, screen.getByText('ser'), 'Shift');
    expect(chosen()).toEqual(['Zaznacz: chleb', 'Zaznacz: mleko', 'Zaznacz: masło', 'Zaznacz: ser']);
    expect(app.stored()).toEqual(['chleb||open', 'mleko||open', 'masło||open', 'ser||done']);
  });

  test('by keys: from the row’s menu, on with the arrows, all with Ctrl+A', async () => {
    const app = await open();
    await app.user.click(field(0));
    await app.user.keyboard('{Shift>}{F10}{/Shift}');
    await app.user.click(await screen.findByRole('button', { name: 'Zaznacz' }));
    await waitFor(() => expect(document.activeElement).toBe(choice('chleb')));
    await app.user.keyboard('{ArrowDown}{ArrowDown} ');
    expect(chosen()).toEqual(['Zaznacz: chleb', 'Zaznacz: masło']);
    await app.user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(chosen()).toHaveLength(3);
    await app.user.keyboard('{Control>}a{/Control}');
    expect(chosen()).toHaveLength(4);
    await bar();
    // Past the heading of what is bought.
    await app.user.tab();
    await app.user.tab();
    expect(document.activeElement?.textContent).toBe('Usuń');
  });

  test('without losing what was typed, or the names of the fields afterwards', async () => {
    const app = await open();
    await app.user.type(field(0), ' żytni');
    await click(app, field(1), 'Control');
    expect(screen.getByText('chleb żytni')).toBeTruthy();
    await app.user.keyboard('{Escape}');
    expect(texts()).toEqual(['chleb żytni', 'mleko', 'masło']);
  });
});

describe('a selection ends', () => {
  test.each(['Escape', 'Odznacz', 'back'])('with %s, without a change', async (how) => {
    const app = await open();
    await click(app, field(1), 'Control');
    await bar();
    if (how === 'Escape') await app.user.keyboard('{Escape}');
    if (how === 'Odznacz') await press(app, 'Odznacz');
    if (how === 'back') act(() => void router.go?.(-1));
    await waitFor(() => expect(fields()).toHaveLength(3));
    expect(screen.queryByRole('group', { name: 'Zaznaczone produkty' })).toBeNull();
    expect(focused()).toBe('Kupione: mleko');
    await waitFor(() => expect(said()).toBe('Zakończono zaznaczanie.'));
    expect(app.stored()).toEqual(['chleb||open', 'mleko||open', 'masło||open', 'ser||done']);
  });

  test('with Escape, also while another part of the page has the focus', async () => {
    const app = await open(1280);
    await click(app, field(1), 'Control');
    await bar();
    act(() => screen.getByRole('link', { name: /^Apteka/ }).focus());
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(fields()).toHaveLength(3));
    expect(focused()).toBe('Kupione: mleko');
  });

  test('not with an Escape that closes a dialog', async () => {
    const app = await open();
    await click(app, field(1), 'Control');
    await press(app, 'Przenieś');
    const sheet = await screen.findByRole('dialog');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(sheet.isConnected).toBe(false));
    expect(choice('mleko').checked).toBe(true);
  });

  test('when the last row is deselected, or removed by another device', async () => {
    const app = await open();
    await click(app, field(1), 'Control');
    await app.user.click(screen.getByText('mleko'));
    expect(fields()).toHaveLength(3);
    await click(app, field(1), 'Control');
    await app.elsewhere.remove(1);
    await waitFor(() => expect(texts()).toEqual(['chleb', 'masło']));
  });
});

describe('selected rows', () => {
  test('are deleted together, and come back with one undo', async () => {
    const app = await open();
    await click(app, field(0), 'Control');
    await app.user.click(screen.getByText('ser'));
    await press(app, 'Usuń');
    expect(app.stored()).toEqual(['mleko||open', 'masło||open']);
    expect(document.activeElement).toBe(addButton());
    expect(screen.getAllByText('Usunięto 2 produkty').length).toBeGreaterThan(0);
    await app.user.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(app.stored()).toEqual(['chleb||open', 'mleko||open', 'masło||open', 'ser||done']);
  });

  test.each(['Delete', 'Backspace'])(
    'are deleted with the %s key too, wherever the focus of the list is',
    async (key) => {
      const app = await open();
      await click(app, field(0), 'Control');
      await app.user.click(screen.getByText('masło'));
      await app.user.keyboard(`{${key}}`);
      expect(app.stored()).toEqual(['mleko||open', 'ser||done']);
      expect(document.activeElement).toBe(addButton());
      await app.user.click(screen.getByRole('button', { name: 'Cofnij' }));
      await click(app, field(1), 'Control');
      act(() => (document.activeElement as HTMLElement).blur());
      await app.user.keyboard(`{${key}}`);
      expect(app.stored()).toEqual(['chleb||open', 'masło||open', 'ser||done']);
    },
  );

  test.each([
    ['Przenieś', 'Na którą listę przenieść?', ['mleko||open', 'ser||done']],
    ['Kopiuj', 'Na którą listę skopiować?', ['chleb||open', 'mleko||open', 'masło||open', 'ser||done']],
  ])('go to another list with %s, in the order of the screen, and undo takes it back', async (name, question, left) => {
    const app = await open();
    await click(app, field(2), 'Control');
    await app.user.click(screen.getByText('chleb'));
    await press(app, name);
    await screen.findByRole('dialog', { name: question });
    await app.user.click(screen.getByRole('button', { name: 'Apteka' }));
    await waitFor(() => expect(fields().length).toBeGreaterThan(0));
    expect(app.stored()).toEqual(left);
    expect(app.storedIn(1)).toEqual(['plastry', 'chleb', 'masło']);
    await app.user.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(app.stored()).toEqual(['chleb||open', 'mleko||open', 'masło||open', 'ser||done']);
    expect(app.storedIn(1)).toEqual(['plastry']);
  });

  test.each(['Przenieś', 'Kopiuj'])(
    'given a wide window, when %s is pressed, then the lists appear at this button',
    async (name) => {
      const app = await open(1280);
      await click(app, field(1), 'Control');
      const button = within(await bar()).getByRole('button', { name });
      button.getBoundingClientRect = () => new DOMRect(400, 300, 100, 56);
      await app.user.click(button);
      const { style } = await screen.findByRole('dialog');
      await waitFor(() => expect([style.left, style.top]).toEqual(['500px', '356px']));
    },
  );

  test('stay selected when the dialog is closed by back', async () => {
    const app = await open();
    await click(app, field(1), 'Control');
    await press(app, 'Przenieś');
    await screen.findByRole('dialog');
    act(() => void router.go?.(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(chosen()).toEqual(['Zaznacz: mleko']);
    act(() => void router.go?.(-1));
    await waitFor(() => expect(fields()).toHaveLength(3));
    expect(box('mleko').checked).toBe(false);
  });
});

test('given the question where to move a row, when another device deletes the row, then the next selection asks nothing', async () => {
  const app = await open();
  await click(app, field(1), 'Control');
  await press(app, 'Przenieś');
  await screen.findByRole('dialog', { name: 'Na którą listę przenieść?' });
  await app.elsewhere.remove(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(texts()).toEqual(['chleb', 'masło']));
  await click(app, field(0), 'Control');
  await bar();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(chosen()).toEqual(['Zaznacz: chleb']);
});

test.each([
  ['the focus in its bar', false],
  ['the question where to move it', true],
])(
  'given a selected row and %s, when another device deletes the row, then "Dodaj" has the focus',
  async (_, isAsked) => {
    const app = await open();
    await click(app, field(1), 'Control');
    const move = within(await bar()).getByRole('button', { name: 'Przenieś' });
    act(() => move.focus());
    if (isAsked) await app.user.keyboard('{Enter}');
    await app.elsewhere.remove(1);
    await waitFor(() => expect(texts()).toEqual(['chleb', 'masło']));
    await waitFor(() => expect(document.activeElement).toBe(addButton()));
  },
);

test('given a list opened from Lists and a selected row, when "Wróć do list" is pressed, then Lists is shown at once', async () => {
  const app = await renderApp({ lists: [{ name: 'Zakupy', items: ['chleb'] }], beside });
  await app.user.click(await screen.findByRole('link', { name: /^Zakupy/ }));
  await screen.findByRole('button', { name: 'Dodaj produkt' });
  await app.user.keyboard('{Control>}');
  await app.user.click(field(0));
  await app.user.keyboard('{/Control}');
  await bar();
  await app.user.click(screen.getByRole('button', { name: 'Wróć do list' }));
  await screen.findByRole('heading', { name: 'Twoje listy' });
  expect(app.path()).toBe('/lists');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Zakupy/ })));
  // The entry of the selection is gone: forward leads to the list, and back from there to Lists.
  act(() => void router.go?.(1));
  await screen.findByRole('button', { name: 'Dodaj produkt' });
  act(() => void router.go?.(-1));
  await waitFor(() => expect(app.path()).toBe('/lists'));
});

test('given one list only, then selected rows cannot be moved', async () => {
  const app = await openList(['chleb', 'mleko']);
  await app.user.keyboard('{Control>}');
  await app.user.click(field(0));
  await app.user.keyboard('{/Control}');
  const names = within(await bar())
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual(['Wyżej', 'Niżej', 'Usuń', 'Odznacz']);
});

test('given a selected row, when it gets to an end of its section, then that button is disabled and keeps the focus', async () => {
  const app = await open();
  await waitFor(() => expect(selectCapabilities(app.store.getState()).order).toBe(true));
  await click(app, field(1), 'Control');
  const [up, down] = ['Wyżej', 'Niżej'].map((name) => within(document.body).getByRole('button', { name }));
  const disabled = () => [up, down].map((button) => button?.getAttribute('aria-disabled'));
  expect(disabled()).toEqual(['false', 'false']);
  await press(app, 'Wyżej');
  expect(disabled()).toEqual(['true', 'false']);
  expect(document.activeElement).toBe(up);
  await press(app, 'Wyżej');
  expect(screen.getAllByRole('checkbox', { name: /^Zaznacz: / })[0]?.getAttribute('aria-label')).toBe('Zaznacz: mleko');
  await press(app, 'Niżej');
  await press(app, 'Niżej');
  expect(disabled()).toEqual(['false', 'true']);
});
