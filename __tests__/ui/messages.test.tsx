import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import Dialog from '@mui/material/Dialog';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { LiveRegions, useAnnounce } from '../../src/ui/LiveRegions';
import { type SnackBarPort, SnackBars, useSnackBar } from '../../src/ui/SnackBars';
import type { Snack, UndoSeries } from '../../src/ui/snackQueue';
import { ThemeRoot } from '../../src/ui/ThemeRoot';
import { theme } from '../../src/ui/theme';

const port: { current: SnackBarPort | null } = { current: null };
const announce: { current: ReturnType<typeof useAnnounce> | null } = { current: null };

function Inside() {
  port.current = useSnackBar();
  announce.current = useAnnounce();
  return null;
}

beforeEach(() => {
  jest.useFakeTimers();
  render(
    <ThemeRoot>
      <LiveRegions>
        <SnackBars label="Powiadomienie" closeLabel="Zamknij powiadomienie">
          <Inside />
        </SnackBars>
      </LiveRegions>
    </ThemeRoot>,
  );
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const show = (...snack: Parameters<SnackBarPort['show']>) => act(() => port.current?.show(...snack));
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const onScreen = () => document.querySelector('[data-snackbar]')?.querySelector('span')?.textContent ?? null;
const bar = () => document.querySelector('[data-snackbar]') as HTMLElement;

test('what is announced while a dialog is open is heard: the dialog hides all else from screen readers', () => {
  const dialog = render(
    <Dialog open>
      <p>Kto ma listę</p>
    </Dialog>,
  );
  act(() => announce.current?.('Usunięto', 'polite'));
  const region = [...document.querySelectorAll('[aria-live]')].find(({ textContent }) => textContent === 'Usunięto');
  expect(document.querySelectorAll('body > [aria-hidden=true]').length).toBeGreaterThan(0);
  expect(region?.closest('[aria-hidden=true]')).toBeNull();
  dialog.unmount();
});

describe('a snackbar', () => {
  test('closes when its time is over', () => {
    show({ text: 'Usunięto: mleko', durationMs: 8000 });
    pass(7999);
    expect(onScreen()).toBe('Usunięto: mleko');
    pass(1);
    expect(onScreen()).toBeNull();
  });

  test('stays while it has pointer or focus, or the page is hidden', () => {
    const look = (state: DocumentVisibilityState) => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      fireEvent(document, new Event('visibilitychange'));
    };
    show({ text: 'Usunięto: mleko', actionLabel: 'Cofnij', durationMs: 8000 });
    pass(5000);
    fireEvent.pointerEnter(bar());
    pass(60_000);
    fireEvent.pointerLeave(bar());
    fireEvent.focus(screen.getByRole('button', { name: 'Cofnij' }));
    pass(60_000);
    fireEvent.blur(screen.getByRole('button', { name: 'Cofnij' }));
    look('hidden');
    pass(60_000);
    look('visible');
    pass(2999);
    expect(onScreen()).toBe('Usunięto: mleko');
    pass(1);
    expect(onScreen()).toBeNull();
  });

  test('is above the dialog whose action it answers, and disappears in time', async () => {
    const dialog = document.createElement('div');
    dialog.setAttribute('aria-modal', 'true');
    await act(async () => document.body.append(dialog));
    show({ text: 'Skopiowano link.', durationMs: 8000, isOverDialog: true });
    const place = bar().closest('section') as HTMLElement;
    expect(Number(getComputedStyle(place).zIndex)).toBeGreaterThan(theme().zIndex.modal);
    pass(8000);
    expect(onScreen()).toBeNull();
    await act(async () => dialog.remove());
  });

  test('is inert below a dialog, and stays there', async () => {
    show({ text: 'Usunięto: mleko', actionLabel: 'Cofnij', durationMs: 8000 });
    const place = bar().closest('section') as HTMLElement;
    expect(Number(getComputedStyle(place).zIndex)).toBeLessThan(theme().zIndex.drawer);
    expect(Number(getComputedStyle(place).zIndex)).toBeGreaterThan(theme().zIndex.appBar);
    const dialog = document.createElement('div');
    dialog.setAttribute('aria-modal', 'true');
    await act(async () => document.body.append(dialog));
    pass(60_000);
    expect(onScreen()).toBe('Usunięto: mleko');
    await act(async () => dialog.remove());
    pass(8000);
    expect(onScreen()).toBeNull();
  });

  test('runs its action once and closes', () => {
    const onAction = jest.fn();
    show({ text: 'Usunięto: mleko', actionLabel: 'Cofnij', durationMs: 8000, onAction });
    fireEvent.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(onAction).toHaveBeenCalledTimes(1);
    expect(onScreen()).toBeNull();
  });

  test('is replaced by a newer one, which has its full time', () => {
    show({ text: 'pierwszy', durationMs: 8000 });
    pass(7000);
    show({ text: 'drugi', durationMs: 8000 });
    pass(7999);
    expect(onScreen()).toBe('drugi');
    pass(1);
    expect(onScreen()).toBeNull();
  });

  const series = { series: 'itemDeleted', textOf: (count: number) => `Usunięto ${count} produkty` };
  const offer = (text: string, undone: string[], undo: UndoSeries = {}): Snack => ({
    text,
    actionLabel: 'Cofnij',
    durationMs: 8000,
    undo,
    onAction: () => undone.push(text),
  });
  const takeBack = () => act(() => port.current?.undoOf()?.());

  test('given acts on several rows at once, then the shared bar counts the rows', () => {
    show(offer('Usunięto 3 produkty', [], { ...series, count: 3 }));
    expect(onScreen()).toBe('Usunięto 3 produkty');
    show(offer('Usunięto: mleko', [], series));
    expect(onScreen()).toBe('Usunięto 4 produkty');
  });

  test('given offers of different kinds, when the newest closes, then the one behind it has the rest of its time', () => {
    show(offer('Usunięto: mleko', []));
    pass(5000);
    show(offer('Dodano 3 produkty', []));
    pass(7999);
    expect(onScreen()).toBe('Dodano 3 produkty');
    pass(1);
    expect(onScreen()).toBe('Usunięto: mleko');
    pass(2999);
    expect(onScreen()).toBe('Usunięto: mleko');
    pass(1);
    expect(onScreen()).toBeNull();
  });

  test('given an offer, when a message without an action comes, then the offer is shown again after it', () => {
    show(offer('Usunięto: mleko', []));
    show({ text: 'Lista została usunięta', durationMs: 5000 });
    expect(onScreen()).toBe('Lista została usunięta');
    pass(5000);
    expect(onScreen()).toBe('Usunięto: mleko');
  });

  test('given deletions in a row, then one bar counts them, starts its time again, and undoes all of them', () => {
    const undone: string[] = [];
    for (const name of ['mleko', 'ser', 'sól']) {
      show(offer(`Usunięto: ${name}`, undone, series));
      pass(5000);
    }
    expect(onScreen()).toBe('Usunięto 3 produkty');
    fireEvent.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(undone).toEqual(['Usunięto: sól', 'Usunięto: ser', 'Usunięto: mleko']);
    expect(onScreen()).toBeNull();
  });

  test('given deletions with a paste between them, then each has its own bar', () => {
    show(offer('Usunięto: mleko', [], series));
    show(offer('Dodano 3 produkty', []));
    show(offer('Usunięto: ser', [], series));
    expect(onScreen()).toBe('Usunięto: ser');
  });

  test('given several offers, then undo undoes them one by one, newest first', () => {
    const undone: string[] = [];
    show(offer('Usunięto: mleko', undone, series));
    show(offer('Usunięto: ser', undone, series));
    show(offer('Dodano 3 produkty', undone));
    show({ text: 'Jesteś offline.', durationMs: 5000 });
    takeBack();
    expect(onScreen()).toBe('Jesteś offline.');
    takeBack();
    pass(5000);
    expect(onScreen()).toBe('Usunięto: mleko');
    takeBack();
    expect(undone).toEqual(['Dodano 3 produkty', 'Usunięto: ser', 'Usunięto: mleko']);
    expect(onScreen()).toBeNull();
    expect(port.current?.undoOf()).toBeNull();
  });

  const goTo = (page: string) => act(() => port.current?.goTo(page));

  test('given an offer of a page that is left, then it is neither shown nor undone elsewhere, and its time goes on', () => {
    const undone: string[] = [];
    goTo('Apteka');
    show({ ...offer('Dodano 2 produkty', undone), page: 'Apteka' });
    pass(5000);
    goTo('Zakupy');
    expect(onScreen()).toBeNull();
    expect(port.current?.undoOf()).toBeNull();
    show({ ...offer('Dodano 3 produkty', undone), page: 'Zakupy' });
    pass(2999);
    goTo('Apteka');
    expect(onScreen()).toBe('Dodano 2 produkty');
    takeBack();
    expect(undone).toEqual(['Dodano 2 produkty']);
    goTo('Zakupy');
    expect(onScreen()).toBe('Dodano 3 produkty');
    goTo('');
    pass(5001);
    goTo('Zakupy');
    expect(onScreen()).toBeNull();
  });

  test('given deletions in two lists, then each list has its own bar', () => {
    const undone: string[] = [];
    goTo('Apteka');
    show({ ...offer('Usunięto: plastry', undone, series), page: 'Apteka' });
    goTo('Zakupy');
    show({ ...offer('Usunięto: ser', undone, series), page: 'Zakupy' });
    expect(onScreen()).toBe('Usunięto: ser');
    fireEvent.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(undone).toEqual(['Usunięto: ser']);
  });

  test('given a question with two answers, then only an answer or its component closes it', () => {
    const answers: string[] = [];
    const ask = (): (() => void) => {
      let withdraw = (): void => undefined;
      act(() => {
        withdraw =
          port.current?.show({
            text: 'Zachować?',
            durationMs: null,
            actionLabel: 'Zachowaj',
            onAction: () => answers.push('tak'),
            otherLabel: 'Nie zachowuj',
            onOther: () => answers.push('nie'),
          }) ?? withdraw;
      });
      return withdraw;
    };
    ask();
    expect(screen.queryByRole('button', { name: 'Zamknij powiadomienie' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Nie zachowuj' }));
    ask();
    fireEvent.click(screen.getByRole('button', { name: 'Zachowaj' }));
    expect(answers).toEqual(['nie', 'tak']);
    const withdraw = ask();
    act(withdraw);
    expect(onScreen()).toBeNull();
  });

  test('without an end waits behind a passing one and stays until answered', () => {
    show({ text: 'Dostępna jest nowa wersja.', actionLabel: 'Odśwież', durationMs: null });
    show({ text: 'Usunięto: mleko', durationMs: 8000 });
    expect(onScreen()).toBe('Usunięto: mleko');
    pass(3_600_000);
    expect(onScreen()).toBe('Dostępna jest nowa wersja.');
    fireEvent.click(screen.getByRole('button', { name: 'Zamknij powiadomienie' }));
    expect(onScreen()).toBeNull();
  });

  test('given a focused button, also the one that closes it, then the ring has the colour of its actions', () => {
    show({ text: 'Dostępna jest nowa wersja.', actionLabel: 'Odśwież', durationMs: null });
    const rings = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSStyleRule)
      .filter(({ selectorText }) => /^\..+:focus-visible$/.test(selectorText));
    for (const button of screen.getAllByRole('button')) {
      const ring = rings.findLast(({ selectorText }) => button.matches(selectorText.replace(':focus-visible', '')));
      expect(ring?.style.getPropertyValue('outline-color')).toBe(theme().vars.palette.snackbarAction);
    }
  });

  test('given a very long name, then shows its beginning, and screen readers get all of it', () => {
    const name = 'bardzo '.repeat(40).trim();
    const text = `List “${name}” deleted`;
    show({ text, name, durationMs: 8000 });
    expect(onScreen()).toBe(`List “${name.slice(0, 60).trim()}…” deleted`);
    expect(screen.getByRole('status').textContent).toBe(text);
  });

  test('can be closed by its component', () => {
    show({ text: 'Usunięto: mleko', durationMs: 8000 });
    act(() => port.current?.hide());
    expect(onScreen()).toBeNull();
  });
});

describe('the live regions', () => {
  const said = () => [screen.getByRole('status').textContent, screen.getByRole('alert').textContent];

  test('are in the page from the start, empty', () => {
    expect(said()).toEqual(['', '']);
  });

  test('announce a snackbar, politely by default', () => {
    show({ text: 'Usunięto: mleko', durationMs: 8000 });
    show({ text: 'Jesteś offline.', durationMs: 8000, urgency: 'assertive' });
    expect(said()).toEqual(['Usunięto: mleko', 'Jesteś offline.']);
  });

  test('announce the same text again', () => {
    const say = () => act(() => announce.current?.('Kupione: mleko.'));
    say();
    const first = said()[0];
    say();
    const second = said()[0];
    expect(second?.trim()).toBe(first);
    expect(second).not.toBe(first);
  });

  test('given a text that is announced again just after another one, before either is drawn, then it changes', () => {
    const alert = screen.getByRole('alert');
    act(() => announce.current?.('Nie masz już dostępu', 'assertive'));
    const before = alert.textContent;
    act(() => {
      announce.current?.('Tej listy już nie ma.', 'assertive');
      announce.current?.('Nie masz już dostępu', 'assertive');
    });
    expect(alert.textContent).not.toBe(before);
    expect(alert.textContent?.trim()).toBe('Nie masz już dostępu');
  });
});
