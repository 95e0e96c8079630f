import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useState, useSyncExternalStore } from 'react';
import { RADIUS } from './tokens';
import { useCountdown } from './useCountdown';

const Place = styled('section')(({ theme }) => ({
  position: 'fixed',
  insetInline: 'max(16px, env(safe-area-inset-left)) max(16px, env(safe-area-inset-right))',
  bottom: 'calc(var(--bar) + var(--kb) + env(safe-area-inset-bottom) + 12px)',
  zIndex: theme.zIndex.snackbar,
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
}));

const Bar = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  maxWidth: 560,
  minHeight: 52,
  paddingInline: '16px 8px',
  borderRadius: RADIUS.tile,
  backgroundColor: theme.vars.palette.snackbar,
  color: theme.vars.palette.onSnackbar,
  boxShadow: '0 8px 24px rgb(0 0 0 / 18%)',
  pointerEvents: 'auto',
  '@media (forced-colors: active)': { border: '1px solid' },
}));

const Text = styled('span')({ flex: 1, paddingBlock: 8, paddingInlineEnd: 8, overflowWrap: 'anywhere' });
const Action = styled(Button)(({ theme }) => ({
  flexShrink: 0,
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
  readonly text: string;
  readonly actionLabel?: string | undefined;
  /** Null stays until it is answered. */
  readonly durationMs: number | null;
  /** The name of its landmark: where it is, not what it says. */
  readonly label: string;
  readonly closeLabel: string;
  readonly onAction: () => void;
  readonly onClose: () => void;
}

/** One message at the foot of the page. Its time stands still while someone points at it, is in it, or looks elsewhere. */
export function SnackBar({ text, actionLabel, durationMs, label, closeLabel, onAction, onClose }: SnackBarProps) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isAway = useSyncExternalStore(onVisibility, isHidden);
  useCountdown(durationMs, isPointedAt || hasFocus || isAway, onClose);
  return (
    <Place aria-label={label}>
      <Bar
        data-snackbar
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      >
        <Text>{text}</Text>
        {actionLabel !== undefined && (
          <Action variant="text" onClick={onAction}>
            {actionLabel}
          </Action>
        )}
        {durationMs === null && (
          <IconButton aria-label={closeLabel} onClick={onClose} color="inherit" sx={{ color: 'inherit' }}>
            <CloseOutlined />
          </IconButton>
        )}
      </Bar>
    </Place>
  );
}
