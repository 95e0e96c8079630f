import { styled } from '@mui/material/styles';
import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import type { ItemId } from '../../contract/ids';
import type { OfferedItem } from '../../store/acts/usualItems';
import { FLOATING, FORCED_EDGE } from '../../ui/componentStyles';
import { RADIUS } from '../../ui/tokens';
import { useLazyTexts } from '../useLazyTexts';
import { bringIntoView } from './bringIntoView';
import { preventFocusChange, rowOf, textFieldAt } from './itemElements';
import { TICK_WIDTH } from './rowSizes';

const WITH_A_MOUSE = '@media (hover: hover) and (pointer: fine)';

/** Above the keyboard of a phone; below the row where there is a mouse. */
const Chips = styled('ul')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  bottom: 'calc(var(--kb) + env(safe-area-inset-bottom))',
  zIndex: 2,
  display: 'flex',
  gap: 8,
  margin: 0,
  padding: '8px 16px',
  listStyle: 'none',
  // With large text the words of a chip need many lines, and the row that is typed in must stay visible above them.
  maxHeight: 'calc((100dvh - var(--kb)) / 3)',
  overflow: 'auto',
  boxSizing: 'border-box',
  backgroundColor: theme.vars.palette.background.default,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '[data-pane] &': { insetInlineStart: 'var(--pane)' },
  [WITH_A_MOUSE]: {
    '&, [data-pane] &': { position: 'absolute', inset: 'auto', top: 'var(--row-end)', insetInlineStart: TICK_WIDTH },
    maxWidth: `calc(100% - ${TICK_WIDTH})`,
    padding: 8,
    borderRadius: RADIUS.tile,
    ...FLOATING,
  },
}));

const Chip = styled('li')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  // A chip wraps between words, and inside a word only if that is longer than the box.
  maxWidth: '100%',
  overflowWrap: 'break-word',
  minHeight: 48,
  boxSizing: 'border-box',
  padding: '4px 12px',
  borderRadius: RADIUS.tile,
  backgroundColor: theme.vars.palette.badge,
  color: theme.vars.palette.onBadge,
  cursor: 'pointer',
  ...FORCED_EDGE,
  '&[aria-selected=true]': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 1 },
  '& small': { ...theme.typography.caption },
  '@media (forced-colors: active)': { '&[aria-selected=true]': { outlineColor: 'Highlight' } },
}));

/** The distance from the top of the list to the bottom of this row. */
const rowEndPx = (id: ItemId): number => {
  const row = rowOf(textFieldAt(id, 'description'));
  const around = row?.closest('[data-items]');
  return row && around ? row.getBoundingClientRect().bottom - around.getBoundingClientRect().top : 0;
};

/**
 * Tells the page how much of its bottom the suggestions of a phone cover. The row that is typed in and a message stay
 * above them.
 */
const useChipsHeight = (box: RefObject<HTMLElement | null>, itemId: ItemId): void =>
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      if (getComputedStyle(element).position !== 'fixed') return;
      style.setProperty('--chips', `${element.offsetHeight}px`);
      bringIntoView(textFieldAt(itemId, 'description'));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--chips');
    };
  }, [box, itemId]);

interface SuggestionChipsProps {
  /** The item whose description is being typed. */
  readonly itemId: ItemId;
  readonly offers: readonly OfferedItem[];
  /** The suggestion that Enter accepts; null while the caret is in the text. */
  readonly active: number | null;
  readonly onTake: (offer: OfferedItem) => void;
}

/** Suggestions for the description, as the options of a combobox. The focus stays in the field. */
export function SuggestionChips({ itemId, offers, active, onTake }: SuggestionChipsProps) {
  const { t } = useLazyTexts();
  const id = useId();
  const box = useRef<HTMLUListElement>(null);
  useChipsHeight(box, itemId);
  const optionId = (place: number): string => `${id}-${place}`;
  const activeId = active === null ? null : optionId(active);
  const noteOf = ({ listed, quantity }: OfferedItem): string => {
    if (!listed) return quantity;
    return t(listed.isBought ? 'suggestions.bought' : 'suggestions.listed');
  };

  // Runs after every render, because wrapped text can make the row taller with any key.
  useLayoutEffect(() => box.current?.style.setProperty('--row-end', `${rowEndPx(itemId)}px`));
  // Sets the attributes from here, because the row that draws the field knows nothing of suggestions.
  useLayoutEffect(() => {
    const field = textFieldAt(itemId, 'description');
    field?.setAttribute('aria-autocomplete', 'list');
    field?.setAttribute('aria-controls', id);
    return () => {
      field?.removeAttribute('aria-autocomplete');
      field?.removeAttribute('aria-controls');
    };
  }, [itemId, id]);
  useLayoutEffect(() => {
    if (activeId === null) return;
    const field = textFieldAt(itemId, 'description');
    field?.setAttribute('aria-activedescendant', activeId);
    return () => field?.removeAttribute('aria-activedescendant');
  }, [itemId, activeId]);

  return (
    <Chips id={id} role="listbox" aria-label={t('suggestions.label')} ref={box} onMouseDown={preventFocusChange}>
      {offers.map((offer, place) => {
        const note = noteOf(offer);
        return (
          <Chip
            key={offer.key}
            id={optionId(place)}
            role="option"
            aria-selected={place === active}
            onClick={() => onTake(offer)}
          >
            <span dir="auto">{offer.description}</span>
            {note && <small dir="auto">{note}</small>}
          </Chip>
        );
      })}
    </Chips>
  );
}
