import { theme } from '../../ui/theme';
import { RADIUS } from '../../ui/tokens';

const BOX_RADIUS = '0.375rem';
const CORNER = `${RADIUS.card - 1}px`;

/** How rows look while they are selected: square boxes, and a tint on those that are. `removeWidth` keeps the place of ✕. */
export const choiceLooks = (removeWidth: string) =>
  ({
    '& > li[data-choice]': { cursor: 'pointer', userSelect: 'none' },
    '& > li[data-choice] > label': { display: 'flex', flex: 1, minWidth: 0, cursor: 'inherit' },
    // The label takes the click: a box whose click is called off forgets what was chosen meanwhile.
    '& > li[data-choice] .tick': { pointerEvents: 'none' },
    '& > li[data-choice] .tick::before': { borderRadius: BOX_RADIUS },
    '& > li[data-choice] .end': { paddingInlineEnd: removeWidth },
    // An open row keeps room for a quantity, also where it has none: its text must not wrap elsewhere.
    '& > li[data-choice]:not([data-done]) .quantity:empty': { display: 'block' },
    '& > li[data-choice=on]': { backgroundColor: theme().vars.palette.badge },
    // Inside the card's corners.
    '& > li[data-choice]:first-of-type': { borderRadius: `${CORNER} ${CORNER} 0 0` },
    '[data-sheet=done] > & > li[data-choice]:last-of-type': {
      borderEndStartRadius: CORNER,
      borderEndEndRadius: CORNER,
    },
  }) as const;
