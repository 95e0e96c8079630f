import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { KeyboardEvent, ReactNode } from 'react';
import { Clamped } from './Clamped';
import { CloseOutlined } from './icons/CloseOutlined';
import { useInitialFocus } from './useInitialFocus';

export interface SheetAction {
  /** Needed when entries can have the same label; defaults to the label. */
  readonly id?: string;
  readonly label: string;
  /** The label stands for a name that is missing. */
  readonly isUnnamed?: boolean;
  readonly icon: ReactNode;
  readonly tone?: 'danger';
  readonly onSelect: () => void;
}

const Sheet = styled('div')({ padding: '8px 8px calc(env(safe-area-inset-bottom) + 8px)' });

const HeadingRow = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, padding: '12px 16px' });

const Entry = styled(Button)({
  display: 'flex',
  width: '100%',
  minHeight: 56,
  justifyContent: 'flex-start',
  gap: 12,
  paddingInline: 16,
  borderRadius: 12,
  fontSize: '1.0625rem',
  fontWeight: 400,
  textAlign: 'start',
  overflowWrap: 'anywhere',
});

/** As wide as a list icon, so that all labels align with the heading. */
const Picture = styled('span')({ display: 'grid', placeItems: 'center', flexShrink: 0, minWidth: 28 });

/**
 * A name from right to left keeps its own order of characters, as in the heading. By this style a sentence that begins
 * with an isolated name keeps the order of its language.
 */
const Label = styled('bdi')({ unicodeBidi: 'plaintext' });

const Divider = styled('hr')(({ theme }) => ({
  margin: '8px 16px',
  border: 0,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));

/** The entry that a key moves to from `current` (-1: the heading); null for other keys. */
export const nextEntry = (key: string, current: number, count: number): number | null => {
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return current <= 0 ? count - 1 : current - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
};

const travel = (event: KeyboardEvent<HTMLElement>): void => {
  const entries = [...event.currentTarget.querySelectorAll('button')];
  const current = entries.findIndex((entry) => entry.matches(':focus'));
  const next = nextEntry(event.key, current, entries.length);
  if (next === null) return;
  event.preventDefault();
  entries[next]?.focus();
};

export interface SheetContent {
  readonly open: boolean;
  readonly heading: string;
  /** One line below the heading. */
  readonly note?: string;
  readonly icon?: ReactNode;
  readonly actions: readonly SheetAction[];
  readonly cancelLabel: string;
  readonly onClose: () => void;
}

interface SheetActionsProps extends SheetContent {
  readonly headingId: string;
}

/**
 * The heading and entries of an action sheet. An entry closes the sheet before its action, so that the focus is back at
 * the opener.
 */
export function SheetActions(props: SheetActionsProps) {
  const { open, headingId, heading, note, icon, actions, cancelLabel, onClose } = props;
  const headingRef = useInitialFocus<HTMLHeadingElement>(open);
  const select = (action: SheetAction): void => {
    // A second tap may come during the closing animation.
    if (!open) return;
    onClose();
    action.onSelect();
  };
  return (
    <Sheet onKeyDown={travel}>
      <HeadingRow>
        {icon}
        <Clamped id={headingId} ref={headingRef} variant="subtitle1" component="h2" tabIndex={-1} dir="auto">
          {heading}
        </Clamped>
      </HeadingRow>
      {note !== undefined && (
        <Clamped
          variant="body2"
          dir="auto"
          sx={{ color: 'text.secondary', marginInline: '16px', marginBlockEnd: '8px' }}
        >
          {note}
        </Clamped>
      )}
      {actions.map((action) => (
        <Entry
          key={action.id ?? action.label}
          variant="text"
          color={action.tone === 'danger' ? 'error' : 'inherit'}
          onClick={() => select(action)}
          {...(action.isUnnamed && { sx: { fontStyle: 'italic' } })}
        >
          <Picture>{action.icon}</Picture>
          <Label>{action.label}</Label>
        </Entry>
      ))}
      <Divider />
      <Entry variant="text" color="inherit" onClick={onClose}>
        <Picture>
          <CloseOutlined />
        </Picture>
        {cancelLabel}
      </Entry>
    </Sheet>
  );
}
