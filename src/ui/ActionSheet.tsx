import Drawer from '@mui/material/Drawer';
import Popover from '@mui/material/Popover';
import { useId, useLayoutEffect } from 'react';
import { SheetActions, type SheetContent } from './SheetActions';
import { useIsWide } from './useIsWide';

/** Where a menu opens in a wide window: at its button, or at the clicked point (px in the viewport). */
export type SheetAnchor = HTMLElement | { readonly left: number; readonly top: number };

interface ActionSheetProps extends SheetContent {
  readonly anchor: SheetAnchor | null;
}

/** A bottom sheet touches three edges of the screen, so only its top has corners and a border. */
const SHEET_STYLE = {
  borderRadius: '24px 24px 0 0',
  maxHeight: 'calc(100% - 48px)',
  borderWidth: '1px 0 0',
};

const anchorProps = (anchor: SheetAnchor | null) => {
  if (anchor instanceof HTMLElement) return { anchorEl: anchor };
  return { anchorReference: 'anchorPosition', anchorPosition: anchor ?? { left: 0, top: 0 } } as const;
};

/**
 * A heading with actions: a bottom sheet on phones, a popover at its button in wide windows. It is a dialog with
 * buttons, not an ARIA menu. ↑ ↓ Home End move, Esc closes. The focus starts on the heading and returns to the opener.
 */
export function ActionSheet({ open, anchor, onClose, ...content }: ActionSheetProps) {
  const isWide = useIsWide();
  const headingId = useId();
  // Safari does not focus a clicked button, but the dialog returns the focus to the element that had it at opening.
  useLayoutEffect(() => {
    if (open && anchor instanceof HTMLElement) anchor.focus({ preventScroll: true });
  }, [open, anchor]);
  const actions = <SheetActions open={open} headingId={headingId} onClose={onClose} {...content} />;
  const labelled = { role: 'dialog', 'aria-modal': true, 'aria-labelledby': headingId } as const;
  return isWide ? (
    <Popover
      open={open}
      onClose={onClose}
      {...anchorProps(anchor)}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: anchor instanceof HTMLElement ? 'right' : 'left' }}
      slotProps={{ paper: { ...labelled, elevation: 0, sx: { width: 300 } } }}
    >
      {actions}
    </Popover>
  ) : (
    <Drawer
      open={open}
      onClose={onClose}
      anchor="bottom"
      slotProps={{
        // Otherwise MUI updates `aria-hidden` after the closing animation. A dialog that is just appearing then, because
        // its code arrived late, would stay hidden from screen readers.
        root: { closeAfterTransition: false },
        paper: { ...labelled, elevation: 0, sx: SHEET_STYLE },
      }}
    >
      {actions}
    </Drawer>
  );
}
