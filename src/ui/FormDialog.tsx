import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { DialogBody, DialogHeader, FULL_PAPER, stopComposingKeys, WIDE_PAPER } from './dialogParts';
import { CloseOutlined } from './icons/CloseOutlined';
import { useIsWide } from './useIsWide';

const Form = styled('form')({ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 });

const Footer = styled('div')({
  display: 'flex',
  gap: 10,
  padding: '12px 16px',
  paddingBottom: 'calc(max(12px, env(safe-area-inset-bottom)) + var(--kb))',
  '& > *': { flex: 1 },
});

/** If the Enter that opened the dialog is held, its repetition must not save the form. */
const ignoreHeldEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
};

/** Text of another size may leave the field outside the window, and scrolling while the dialog moves would shake it. */
const showFocused = (): void => document.activeElement?.scrollIntoView?.({ block: 'nearest' });

/** With nothing left to fill in or to cancel, the field with the focus is gone, and the only button gets it. */
const focusOnly = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true });

/** The dialog renders it only while it is open. Then its first field gets the focus. */
function FocusedForm(props: ComponentProps<typeof Form>) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return <Form ref={form} {...props} />;
}

interface FormDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly icon?: ReactNode;
  readonly saveLabel: string;
  /** `error` for a deleting action. */
  readonly saveColor?: 'primary' | 'error';
  /** Null where there is nothing to cancel. */
  readonly cancelLabel: string | null;
  readonly closeLabel: string;
  readonly onSave: () => void;
  /** Called by cancel, ✕, Esc or a click outside, without asking and without saving. */
  readonly onClose: () => void;
  /** The closing animation has ended; the caller can discard the draft. */
  readonly onExited?: () => void;
  readonly children: ReactNode;
}

/**
 * A form in a dialog: full screen on a phone, 560 px wide otherwise. Its first field has the focus, and Enter in a field
 * saves.
 */
export function FormDialog(props: FormDialogProps) {
  const {
    open,
    title,
    icon,
    saveLabel,
    saveColor = 'primary',
    cancelLabel,
    closeLabel,
    onSave,
    onClose,
    onExited,
    children,
  } = props;
  const titleId = useId();
  const isWide = useIsWide();
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // A dialog is drawn elsewhere in the page but is still a React child. Its submit must not reach a form around it.
    event.stopPropagation();
    // A second tap may come during the closing animation.
    if (open) onSave();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={!isWide}
      maxWidth={false}
      aria-labelledby={titleId}
      slotProps={{
        paper: { elevation: 0, sx: isWide ? WIDE_PAPER : FULL_PAPER },
        transition: { onEntered: showFocused, ...(onExited && { onExited }) },
      }}
    >
      <FocusedForm noValidate onSubmit={save} onKeyDown={ignoreHeldEnter}>
        <DialogHeader isWide={isWide}>
          {icon}
          <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
            {title}
          </Typography>
          <IconButton aria-label={closeLabel} onClick={onClose}>
            <CloseOutlined />
          </IconButton>
        </DialogHeader>
        <DialogBody onKeyDown={stopComposingKeys}>{children}</DialogBody>
        <Footer>
          {cancelLabel !== null && (
            <Button variant="outlined" onClick={onClose}>
              {cancelLabel}
            </Button>
          )}
          <Button ref={cancelLabel === null ? focusOnly : null} variant="contained" color={saveColor} type="submit">
            {saveLabel}
          </Button>
        </Footer>
      </FocusedForm>
    </Dialog>
  );
}
