import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { selectFirstError } from '../../store/state/errorsSlice';
import { useAppSelector } from '../../store/state/hooks';
import { ErrorOutlineOutlined } from '../../ui/icons/ErrorOutlineOutlined';

interface ErrorButtonProps {
  readonly onOpen: (anchor: HTMLElement) => void;
}

/** Opens the popover about the first error. It is drawn only while there is one. */
export function ErrorButton({ onOpen }: ErrorButtonProps) {
  const { t } = useTranslation();
  const hasError = useAppSelector(selectFirstError) !== null;
  if (!hasError) return null;
  return (
    <IconButton
      aria-label={t('errors.button')}
      aria-haspopup="dialog"
      onClick={(event) => onOpen(event.currentTarget)}
      sx={{ color: 'error.main' }}
    >
      <ErrorOutlineOutlined />
    </IconButton>
  );
}
