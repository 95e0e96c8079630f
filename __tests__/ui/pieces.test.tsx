import { afterEach, describe, expect, jest, test } from '@jest/globals';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ICONS } from '../../src/domain/listIcons';
import { CountBadge } from '../../src/ui/CountBadge';
import { FOCUS_RING } from '../../src/ui/componentStyles';
import { EmptyState } from '../../src/ui/EmptyState';
import { FooterBar } from '../../src/ui/FooterBar';
import { followKeyboard } from '../../src/ui/followKeyboard';
import { ListIcon } from '../../src/ui/ListIcon';
import { ListTile } from '../../src/ui/ListTile';
import { HeaderRow, PageFrame } from '../../src/ui/PageFrame';
import { SkeletonCards, SkeletonRows } from '../../src/ui/Skeletons';
import { StatusLine } from '../../src/ui/StatusLine';
import { ThemeRoot } from '../../src/ui/ThemeRoot';
import { stubLayout } from '../support/stubLayout';

stubLayout(390);

afterEach(cleanup);
const show = (content: ReactNode) => render(<ThemeRoot>{content}</ThemeRoot>);

test('a page has its landmarks and keeps the order of reading', () => {
  show(
    <PageFrame
      header={
        <HeaderRow>
          <h1>Twoje listy</h1>
        </HeaderRow>
      }
      status={<StatusLine tone="quiet">Wszystko zapisane</StatusLine>}
      bar={<FooterBar label="Główna nawigacja">Dodaj</FooterBar>}
    >
      <EmptyState picture={<ListTile name="tomato" />} text="Nie masz jeszcze żadnej listy." />
    </PageFrame>,
  );
  expect(screen.getByRole('banner').textContent).toBe('Twoje listyWszystko zapisane');
  expect(screen.getByRole('main').textContent).toBe('Nie masz jeszcze żadnej listy.');
  expect(screen.getByRole('navigation', { name: 'Główna nawigacja' }).textContent).toBe('Dodaj');
});

describe('a list icon', () => {
  const shown = () => document.querySelector('img')?.getAttribute('data-icon');

  test('has a picture for every name of the picker', () => {
    for (const name of ICONS) {
      show(<ListIcon name={name} />);
      expect(shown()).toBe(name);
      cleanup();
    }
  });

  test('of an unknown name is the tomato, and decorative', () => {
    show(<ListIcon name="spaceship" />);
    expect(shown()).toBe('tomato');
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('a count badge', () => {
  test('is hidden from screen readers when its card has the text', () => {
    show(<CountBadge done={3} total={10} />);
    expect(screen.getByText('3/10').closest('[aria-hidden]')).not.toBeNull();
  });

  test('has a text for screen readers otherwise', () => {
    show(<CountBadge done={3} total={10} label="kupiono 3 z 10" />);
    expect(screen.getByText('kupiono 3 z 10').closest('[aria-hidden]')).toBeNull();
  });
});

describe('the status line', () => {
  test('is a button only when it has more to say', () => {
    const onClick = jest.fn();
    show(<StatusLine tone="quiet">Wszystko zapisane</StatusLine>);
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    show(
      <StatusLine tone="error" onClick={onClick}>
        Problem z synchronizacją
      </StatusLine>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Problem z synchronizacją' }));
    expect(onClick).toHaveBeenCalledTimes(1);
  });
});

test('skeletons have a text for screen readers, and hide their shapes', () => {
  show(
    <>
      <SkeletonCards count={6} label="Wczytywanie list…" />
      <SkeletonRows count={6} label="Wczytywanie listy…" />
    </>,
  );
  expect(document.querySelectorAll('[aria-busy="true"]').length).toBe(2);
  expect(document.body.textContent).toBe('Wczytywanie list…Wczytywanie listy…');
});

describe('the virtual keyboard', () => {
  test('leaves its height in a variable while it lies over the page', () => {
    const viewport = Object.assign(new EventTarget(), { height: 400, offsetTop: 10, scale: 1 });
    const page = { innerHeight: 800, visualViewport: viewport, document } as unknown as Window;
    const covered = () => document.documentElement.style.getPropertyValue('--kb');
    const stop = followKeyboard(page);
    expect(covered()).toBe('390px');
    viewport.height = 800;
    viewport.offsetTop = 0;
    viewport.dispatchEvent(new Event('resize'));
    expect(covered()).toBe('0px');
    stop();
    viewport.height = 300;
    viewport.dispatchEvent(new Event('resize'));
    expect(covered()).toBe('0px');
  });

  test('is ignored when the browser does not report it', () => {
    expect(() => followKeyboard({ visualViewport: null } as unknown as Window)()).not.toThrow();
  });
});

describe('the focus ring', () => {
  const rules = (): CSSStyleRule[] =>
    [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSStyleRule);

  /** The outline an element has with the keyboard's focus, by rules that outweigh a single class (`outline: 0` comes in one). */
  const outlineOf = (element: HTMLElement): string =>
    rules()
      .filter(({ selectorText }) => /^\..+:focus-visible$/.test(selectorText))
      .filter(({ selectorText }) => element.matches(selectorText.replaceAll(':focus-visible', '')))
      .at(-1)?.style.outline ?? '';

  test('is on every kind of button, though MUI takes outlines away', () => {
    show(
      <>
        <Button>Dodaj</Button>
        <IconButton>Opcje</IconButton>
        <ButtonBase>Zakupione</ButtonBase>
      </>,
    );
    for (const button of screen.getAllByRole('button')) expect(outlineOf(button)).toBe(FOCUS_RING);
  });
});
