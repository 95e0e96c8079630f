import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { ActionSheet, type SheetAnchor } from '../../src/ui/ActionSheet';
import { ConfirmSheet } from '../../src/ui/ConfirmSheet';
import { FormDialog } from '../../src/ui/FormDialog';
import { LabelledField } from '../../src/ui/LabelledField';
import { PlainDialog } from '../../src/ui/PlainDialog';
import { nextEntry } from '../../src/ui/SheetActions';
import { ThemeRoot } from '../../src/ui/ThemeRoot';
import { useInitialFocus } from '../../src/ui/useInitialFocus';
import { soon, stopTime } from '../support/stillTime';

afterEach(() => {
  jest.useRealTimers();
  cleanup();
});

const noop = (): void => undefined;

interface Wide {
  readonly isWide: boolean;
}
const onScreen = ({ isWide }: Wide) => {
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: () => ({
      matches: isWide,
      addEventListener: () => {},
      removeEventListener: () => {},
      // MUI still listens to colour schemes the old way.
      addListener: () => {},
      removeListener: () => {},
    }),
  });
};

function NameField() {
  const ref = useInitialFocus<HTMLInputElement>();
  return <LabelledField label="Nazwa listy" ref={ref} />;
}

/** An opener, its sheet, and the confirmation and form that two of the entries lead to, as the screens combine them. */
function Screen({ onSave = () => {} }: { readonly onSave?: () => void }) {
  const [anchor, setAnchor] = useState<SheetAnchor | null>(null);
  const [shown, setShown] = useState<'sheet' | 'confirm' | 'form' | null>(null);
  const close = () => setShown(null);
  return (
    <ThemeRoot>
      <button
        type="button"
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setShown('sheet');
        }}
      >
        Opcje listy
      </button>
      <ActionSheet
        open={shown === 'sheet'}
        heading="Zakupy na weekend"
        actions={[
          { label: 'Usuń', icon: null, tone: 'danger', onSelect: () => setShown('confirm') },
          { label: 'Edytuj', icon: null, onSelect: () => setShown('form') },
        ]}
        cancelLabel="Anuluj"
        anchor={anchor}
        onClose={close}
      />
      <ConfirmSheet
        open={shown === 'confirm'}
        question="Czy na pewno?"
        confirmLabel="Usuń"
        cancelLabel="Anuluj"
        onConfirm={close}
        onCancel={close}
      />
      <FormDialog
        open={shown === 'form'}
        title="Edytuj listę"
        saveLabel="Zapisz"
        cancelLabel="Anuluj"
        closeLabel="Zamknij"
        onSave={() => {
          onSave();
          close();
        }}
        onClose={close}
      >
        <NameField />
      </FormDialog>
    </ThemeRoot>
  );
}

const open = async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Opcje listy' }));
  return { user, sheet: await screen.findByRole('dialog', { name: 'Zakupy na weekend' }) };
};
const expectFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));
const opener = () => screen.getByText('Opcje listy');

test('a bottom sheet slows down as it comes, and speeds up as it goes', async () => {
  onScreen({ isWide: false });
  render(<Screen />);
  const { sheet } = await open();
  expect(sheet.style.transition).toContain('transform 250ms ease-out');
  fireEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
  expect(sheet.style.transition).toContain('transform 250ms ease-in ');
});

/** What moves of the layer with this element: its backdrop, and what holds it. */
const curvesOf = (element: HTMLElement) =>
  [...(element.closest('.MuiModal-root')?.querySelectorAll<HTMLElement>('*') ?? [])].flatMap(
    ({ style }) => style.transition.match(/(?<=(opacity 250ms|transform \S+) )ease\S+/g) ?? [],
  );

test('a menu, a dialog and their backdrops slow down as they come, and speed up as they go', async () => {
  onScreen({ isWide: true });
  render(<Screen />);
  const { sheet } = await open();
  expect(curvesOf(sheet)).toEqual(['ease-out', 'ease-out']);
  fireEvent.click(screen.getByRole('button', { name: 'Usuń' }));
  expect(curvesOf(sheet)).toEqual(['ease-in', 'ease-in']);
  const question = screen.getByRole('alertdialog');
  expect(curvesOf(question)).toEqual(['ease-out', 'ease-out']);
  fireEvent.click(within(question).getByRole('button', { name: 'Anuluj' }));
  expect(curvesOf(question)).toEqual(['ease-in', 'ease-in']);
});

describe.each<Wide>([{ isWide: false }, { isWide: true }])('an action sheet ($isWide)', (width) => {
  test('starts on its heading and travels by the arrow keys, Home and End', async () => {
    onScreen(width);
    render(<Screen />);
    const { user } = await open();
    await expectFocus(screen.getByRole('heading', { name: 'Zakupy na weekend' }));
    await user.keyboard('{ArrowDown}');
    await expectFocus(screen.getByRole('button', { name: 'Usuń' }));
    await user.keyboard('{End}');
    await expectFocus(screen.getByRole('button', { name: 'Anuluj' }));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await expectFocus(screen.getByRole('button', { name: 'Edytuj' }));
  });

  test.each(['{Escape}', '{End}{Enter}'])('closes by %s and gives the focus back', async (keys) => {
    onScreen(width);
    render(<Screen />);
    const { user, sheet } = await open();
    await user.keyboard(keys);
    await expectFocus(opener());
    await waitFor(() => expect(sheet.isConnected).toBe(false));
  });

  test('hides nothing from a screen reader once it closes, however long its animation takes', async () => {
    onScreen(width);
    render(<Screen />);
    const { user, sheet } = await open();
    expect(screen.queryByRole('button', { name: 'Opcje listy' })).toBeNull();
    await user.keyboard('{End}');
    stopTime();
    fireEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await soon(() => expect(screen.getByRole('button', { name: 'Opcje listy' })).toBeTruthy());
    expect(sheet.isConnected).toBe(true);
  });

  test('starts on its heading also when it is opened again on its way out', async () => {
    onScreen(width);
    render(<Screen />);
    const { user } = await open();
    await user.keyboard('{Escape}');
    await expectFocus(opener());
    await user.keyboard('{Enter}');
    await expectFocus(screen.getByRole('heading', { name: 'Zakupy na weekend' }));
  });

  test('hands over to a confirmation, which starts on its harmless answer and ends at the opener', async () => {
    onScreen(width);
    render(<Screen />);
    const { user } = await open();
    await user.keyboard('{ArrowDown}{Enter}');
    const question = await screen.findByRole('alertdialog', { name: 'Czy na pewno?' });
    await expectFocus(screen.getByRole('button', { name: 'Anuluj' }));
    await user.keyboard('{Enter}');
    await expectFocus(opener());
    await waitFor(() => expect(question.isConnected).toBe(false));
  });

  test('hands over to a form, which starts in its field and saves by Enter', async () => {
    onScreen(width);
    const onSave = jest.fn();
    render(<Screen onSave={onSave} />);
    const { user } = await open();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    const form = await screen.findByRole('dialog', { name: 'Edytuj listę' });
    await expectFocus(screen.getByLabelText('Nazwa listy'));
    await user.keyboard('Biedronka{Enter}');
    expect(onSave).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(form.isConnected).toBe(false));
    await expectFocus(opener());
  });
});

test('a form closes without saving by ✕, cancel and Esc', async () => {
  onScreen({ isWide: false });
  const onSave = jest.fn();
  const onClose = jest.fn();
  render(
    <ThemeRoot>
      <FormDialog
        open
        title="Dodaj listę"
        saveLabel="Dodaj"
        cancelLabel="Anuluj"
        closeLabel="Zamknij"
        onSave={onSave}
        onClose={onClose}
      >
        <NameField />
      </FormDialog>
    </ThemeRoot>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Zamknij' }));
  await user.click(screen.getByRole('button', { name: 'Anuluj' }));
  await user.keyboard('{Escape}');
  expect([onClose.mock.calls.length, onSave.mock.calls.length]).toEqual([3, 0]);
});

test.each([
  {
    name: 'a form',
    dialog: (onClose: () => void) => (
      <FormDialog
        open
        title="Lista"
        saveLabel="Dodaj"
        cancelLabel={null}
        closeLabel="x"
        onSave={noop}
        onClose={onClose}
      >
        <NameField />
      </FormDialog>
    ),
  },
  {
    name: 'a plain dialog',
    dialog: (onClose: () => void) => (
      <PlainDialog open title="Lista" closeLabel="x" onClose={onClose}>
        <NameField />
      </PlainDialog>
    ),
  },
])('given a composition, when Escape ends it, then $name stays open', ({ dialog }) => {
  onScreen({ isWide: false });
  const onClose = jest.fn();
  render(<ThemeRoot>{dialog(onClose)}</ThemeRoot>);
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape', isComposing: true });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a form is not saved by the Enter that opened it, held a moment too long', async () => {
  onScreen({ isWide: false });
  render(<Screen />);
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Edytuj' }));
  const name = await screen.findByRole('textbox');
  expect(fireEvent.keyDown(name, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(name, { key: 'Enter' })).toBe(true);
});

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowUp', -1, 2],
  ['ArrowUp', 0, 2],
  ['ArrowDown', 2, 0],
  ['Home', 1, 0],
  ['End', 0, 2],
  ['Tab', 0, null],
])('%s from entry %d of three leads to %p', (key, current, next) => {
  expect(nextEntry(key, current, 3)).toBe(next);
});

test('given a long name without spaces, when the confirmation asks about it, then the name may break', () => {
  render(
    <ThemeRoot>
      <ConfirmSheet
        open
        question={`Czy na pewno usunąć z listy: ${'a'.repeat(40)}?`}
        confirmLabel="Usuń"
        cancelLabel="Anuluj"
        onConfirm={noop}
        onCancel={noop}
      />
    </ThemeRoot>,
  );
  expect(getComputedStyle(screen.getByText(/aaaa/)).overflowWrap).toBe('anywhere');
});

test('a question stays as it was read while it closes', () => {
  const sheet = (open: boolean, question: string) => (
    <ThemeRoot>
      <ConfirmSheet
        open={open}
        question={question}
        confirmLabel="Usuń"
        cancelLabel="Nie"
        onConfirm={noop}
        onCancel={noop}
      />
    </ThemeRoot>
  );
  const { rerender } = render(sheet(true, 'Usunąć? Ola też ją straci.'));
  rerender(sheet(false, 'Usunąć?'));
  expect(screen.getByText('Usunąć? Ola też ją straci.')).toBeDefined();
});
