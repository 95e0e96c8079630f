import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { memo, type ReactNode, useId } from 'react';
import { Clamped } from './Clamped';
import { DialogBody, DialogHeader, FULL_PAPER, stopComposingKeys, WIDE_PAPER } from './dialogParts';
import { CloseOutlined } from './icons/CloseOutlined';
import { useInitialFocus } from './useInitialFocus';
import { useIsWide } from './useIsWide';

interface PlainDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly icon?: ReactNode;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

interface HeadingProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly children: string;
}

function Heading({ id, isOpen, children }: HeadingProps) {
  const heading = useInitialFocus<HTMLHeadingElement>(isOpen);
  return (
    <Clamped id={id} ref={heading} tabIndex={-1} variant="h2" component="h2" dir="auto" sx={{ flex: 1, minWidth: 0 }}>
      {children}
    </Clamped>
  );
}

/** The content stays as it was while the dialog closes. */
const Content = memo(
  ({ children }: Pick<PlainDialogProps, 'open' | 'children'>) => children,
  (_before, { open }) => !open,
);

/** A dialog without a form to save: full screen on a phone, 560 px wide otherwise. */
export function PlainDialog({ open, title, icon, closeLabel, onClose, children }: PlainDialogProps) {
  const titleId = useId();
  const isWide = useIsWide();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={!isWide}
      maxWidth={false}
      aria-labelledby={titleId}
      slotProps={{ paper: { elevation: 0, sx: isWide ? WIDE_PAPER : FULL_PAPER } }}
    >
      <DialogHeader isWide={isWide}>
        {icon}
        <Heading id={titleId} isOpen={open}>
          {title}
        </Heading>
        <IconButton aria-label={closeLabel} onClick={onClose}>
          <CloseOutlined />
        </IconButton>
      </DialogHeader>
      <DialogBody onKeyDown={stopComposingKeys}>
        <Content open={open}>{children}</Content>
      </DialogBody>
    </Dialog>
  );
}
