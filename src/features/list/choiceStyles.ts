import { theme } from '../../ui/theme';
import { RADIUS } from '../../ui/tokens';

const BOX_RADIUS = '0.375rem';
const CORNER = `${RADIUS.card - 1}px`;

/**
 * Styles of rows while some are selected: square boxes, and a tint on selected rows.
 * @param removeRoom the space that the ✕ button takes otherwise, with the gap before it
 */
export const choiceStyles = (removeRoom: string) =>
  ({
    '& > li[data-choice]': { cursor: 'pointer', userSelect: 'none' },
    '& > li[data-choice] > label': { display: 'flex', flex: 1, minWidth: 0, cursor: 'inherit' },
    // The label takes the click. A box whose click is cancelled would return to its old state.
    '& > li[data-choice] .tick': { pointerEvents: 'none' },
    '& > li[data-choice] .tick::before': { borderRadius: BOX_RADIUS },
    '& > li[data-choice] .end': { paddingInlineEnd: removeRoom },
    '& > li[data-choice=on]': { backgroundColor: theme().vars.palette.badge },
    // Fits inside the rounded corners of the card.
    '& > li[data-choice]:first-of-type': { borderRadius: `${CORNER} ${CORNER} 0 0` },
    '[data-sheet=done] > & > li[data-choice]:last-of-type': {
      borderEndStartRadius: CORNER,
      borderEndEndRadius: CORNER,
    },
  }) as const;
