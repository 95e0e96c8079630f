import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { AddOutlined } from '../../ui/icons/AddOutlined';
import { MESSAGE_ROOM, MOTION_MS, RADIUS } from '../../ui/tokens';
import { preventFocusChange } from './itemElements';
import { ADD_BUTTON_ID } from './rowFocus';
import { HANDLE_ROOM_PX, ROW_HEIGHT, TICK_WIDTH } from './rowSizes';

/** Fits inside the rounded corners of the card. */
const BOTTOM_CORNERS = `0 0 ${RADIUS.card - 1}px ${RADIUS.card - 1}px`;

/**
 * Stays at the bottom of the window in a long list, where a thumb reaches it, or above a message. While a touch keyboard
 * is open, it scrolls with the list.
 */
const Row = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.body1,
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  display: 'flex',
  justifyContent: 'flex-start',
  width: '100%',
  minHeight: ROW_HEIGHT,
  paddingBottom: 0,
  '@media (hover: hover)': {
    // Aligned with the rows.
    paddingInlineStart: HANDLE_ROOM_PX,
    '&:hover': { backgroundColor: theme.vars.palette.background.default },
  },
  borderRadius: RADIUS.card - 1,
  backgroundColor: theme.vars.palette.surface,
  color: theme.vars.palette.primary.main,
  fontWeight: 650,
  '& svg': { width: TICK_WIDTH, flexShrink: 0 },
  '[role=list] + &': { borderTop: `1px solid ${theme.vars.palette.divider}`, borderRadius: BOTTOM_CORNERS },
  // Hidden while rows are selected, but its place is kept.
  '[data-selecting] &': { visibility: 'hidden' },
  transition: `bottom ${MOTION_MS.fade}ms ease-out`,
  'html:has([data-snackbar]) &': { bottom: MESSAGE_ROOM },
  '&:focus-visible': { outlineOffset: -3 },
  '[data-typing] + &, [data-typing] ~ &': { '@media (pointer: coarse)': { position: 'static' } },
}));

/** A double click adds only one item. Its second click may be meant for what was here before the first one. */
const isFirstClick = ({ detail }: MouseEvent): boolean => detail <= 1;

interface AddItemRowProps {
  readonly onAdd: () => void;
}

/** The button that adds an item, below the open rows. */
export const AddItemRow = memo(function AddItemRow({ onAdd }: AddItemRowProps) {
  const { t } = useTranslation();
  return (
    <Row
      id={ADD_BUTTON_ID}
      data-glides="add"
      data-next-focus
      aria-label={t('list.addLabel')}
      onMouseDown={preventFocusChange}
      onClick={(event) => isFirstClick(event) && onAdd()}
    >
      <AddOutlined />
      {t('list.add')}
    </Row>
  );
});
