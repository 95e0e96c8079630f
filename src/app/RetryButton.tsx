import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { identifyUser } from '../store/session/sessionThunks';
import { useAppDispatch } from '../store/state/hooks';

/** A button that asks the server now who is signed in, instead of waiting for the next try. One request at a time. */
export function RetryButton() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const isAsking = useRef(false);
  const ask = async (): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    await dispatch(identifyUser()).finally(() => {
      isAsking.current = false;
    });
  };
  return (
    <Button variant="contained" onClick={() => void ask()}>
      {t('sync.now')}
    </Button>
  );
}
