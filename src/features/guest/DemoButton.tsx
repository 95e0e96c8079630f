import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { openDemo } from '../../store/session/signIn';
import { useAppDispatch } from '../../store/state/hooks';
import { useSnackBar } from '../../ui/SnackBars';
import { useLazyTexts } from '../useLazyTexts';

const SHOWN_MS = 6000;

/** Opens the provider's demo account. */
export function DemoButton() {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const { show } = useSnackBar();
  const isOpening = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    if (isOpening.current) return;
    isOpening.current = true;
    setBusy(true);
    const { result } = await dispatch(openDemo());
    isOpening.current = false;
    setBusy(false);
    if (result !== 'ok') show({ text: t('guest.demoFailed'), durationMs: SHOWN_MS });
  };
  return (
    <Button variant="text" fullWidth aria-busy={isBusy} onClick={() => void open()} sx={{ marginTop: 2 }}>
      {t('guest.demo')}
    </Button>
  );
}
