import { keyframes } from '@emotion/react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState, useSyncExternalStore } from 'react';
import { FORCED_EDGE, inDarkScheme } from './componentStyles';
import { CloseOutlined } from './icons/CloseOutlined';
import type { BarState } from './snackQueue';
import { MOTION_MS, RADIUS } from './tokens';
import { useCountdown } from './useCountdown';
import { useIsCovered } from './useIsCovered';

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } });

const Place = styled('section', { shouldForwardProp: (prop) => prop !== 'isOverDialog' })<{
  readonly isOverDialog: boolean;
}>(({ theme, isOverDialog }) => ({
  position: 'fixed',
  insetInline: 'calc(var(--pane, 0px) + max(16px, env(safe-area-inset-left))) max(16px, env(safe-area-inset-right))',
  bottom: 'calc(var(--bar) + var(--chips, 0px) + var(--kb) + env(safe-area-inset-bottom) + 12px)',
  // Else below drawers and dialogs, so that it does not cover their buttons.
  zIndex: isOverDialog ? theme.zIndex.snackbar : theme.zIndex.drawer - 1,
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
}));

const Bar = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 8,
  maxWidth: 560,
  minHeight: 52,
  paddingInline: '16px 8px',
  borderRadius: RADIUS.tile,
  backgroundColor: theme.vars.palette.snackbar,
  color: theme.vars.palette.onSnackbar,
  boxShadow: '0 8px 24px rgb(0 0 0 / 18%)',
  pointerEvents: 'auto',
  animation: `${rise} ${MOTION_MS.fade}ms ease-out`,
  ...inDarkScheme({ border: `1px solid ${theme.vars.palette.divider}` }),
  ...FORCED_EDGE,
}));

const Text = styled('span')({
  flex: 'auto',
  paddingBlock: 8,
  paddingInlineEnd: 8,
  overflowWrap: 'anywhere',
  textWrap: 'balance',
  // Two buttons wrap below a long text where a phone has no room beside it. The bar's own width counts the minimum and
  // not the basis. Without a minimum, one button would wrap below a short text.
  '&:not(:last-child)': { flex: '1 1 10rem', minWidth: 'min(10rem, 60vw)' },
});

const Answers = styled('span')({ display: 'flex', alignItems: 'center', marginInlineStart: 'auto' });

const Action = styled(Button)(({ theme }) => ({
  flexShrink: 0,
  minWidth: 0,
  minHeight: 44,
  paddingInline: 12,
  color: theme.vars.palette.snackbarAction,
  '&:focus-visible': { outlineColor: theme.vars.palette.snackbarAction, outlineOffset: -2 },
}));

const onVisibility = (callback: () => void): (() => void) => {
  document.addEventListener('visibilitychange', callback);
  return () => document.removeEventListener('visibilitychange', callback);
};
const isHidden = (): boolean => document.visibilityState === 'hidden';

interface SnackBarProps {
  readonly state: BarState;
  readonly text: string;
  readonly actionLabel?: string | undefined;
  /** A second button, in place of the close button. */
  readonly otherLabel?: string | undefined;
  readonly isOverDialog: boolean;
  /** Null: it stays until the person answers or closes it. */
  readonly durationMs: number | null;
  /** The name of the landmark, not of the message. */
  readonly label: string;
  readonly closeLabel: string;
  readonly onAction: () => void;
  readonly onOther: () => void;
  readonly onClose: () => void;
}

/**
 * One message at the bottom of the page. Its time is paused while another message covers it, or while it has the
 * pointer or the focus. It is also paused while the page is hidden or a dialog covers it.
 */
export function SnackBar(props: SnackBarProps) {
  const { state, text, actionLabel, otherLabel, isOverDialog, durationMs } = props;
  const { label, closeLabel, onAction, onOther, onClose } = props;
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isAway = useSyncExternalStore(onVisibility, isHidden);
  const isCovered = useIsCovered() && !isOverDialog;
  const isShown = state === 'shown';
  useCountdown(durationMs, state === 'waiting' || isPointedAt || hasFocus || isAway || isCovered, onClose);
  // An element that disappears does not always send `pointerleave` or `blur`.
  if (!isShown && isPointedAt) setPointedAt(false);
  if (!isShown && hasFocus) setFocus(false);
  if (!isShown) return null;
  const isQuestion = otherLabel !== undefined;
  const hasButtons = isQuestion || actionLabel !== undefined || durationMs === null;
  return (
    <Place aria-label={label} isOverDialog={isOverDialog}>
      <Bar
        data-snackbar
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      >
        <Text>{text}</Text>
        {hasButtons && (
          <Answers>
            {isQuestion && <Action onClick={onOther}>{otherLabel}</Action>}
            {actionLabel !== undefined && <Action onClick={onAction}>{actionLabel}</Action>}
            {durationMs === null && !isQuestion && (
              <Action aria-label={closeLabel} onClick={onClose}>
                <CloseOutlined />
              </Action>
            )}
          </Answers>
        )}
      </Bar>
    </Place>
  );
}
