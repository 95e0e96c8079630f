import Button from '@mui/material/Button';
import { openDemo } from '../../store/session/signIn';
import { useAppDispatch } from '../../store/state/hooks';
import { useSnackBar } from '../../ui/SnackBars';
import { useBusy } from '../../ui/useBusy';
import { useLazyTexts } from '../useLazyTexts';

const SHOWN_MS = 6000;

/** Opens the provider's demo account. */
export function DemoButton() {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const { show } = useSnackBar();
  const [isBusy, open] = useBusy(async () => {
    const { result } = await dispatch(openDemo());
    if (result !== 'ok') show({ text: t('guest.demoFailed'), durationMs: SHOWN_MS });
  });
  return (
    <Button variant="text" fullWidth aria-busy={isBusy} onClick={open} sx={{ marginTop: 2 }}>
      {t('guest.demo')}
    </Button>
  );
}
