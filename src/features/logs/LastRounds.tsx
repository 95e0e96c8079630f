import Typography from '@mui/material/Typography';
import { useAppSelector } from '../../store/state/hooks';
import { lastOperations, selectOperations } from '../../store/state/operationsSlice';
import { useLazyTexts } from '../useLazyTexts';
import { logTime } from './logText';
import { SettingsGroup } from './SettingsGroup';

/** The last sync of each collection, when it began and how it ended. Nothing is shown before the first. */
export function LastRounds() {
  const { t } = useLazyTexts();
  const operations = useAppSelector(selectOperations);
  if (operations.length === 0) return null;
  return (
    <SettingsGroup title={t('logs.lastSync')}>
      {lastOperations(operations).map(({ id, collection, start, status, error }) => (
        <Typography key={id} variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t(`logs.sync_${status}`, { collection: t(`logs.${collection}`), time: logTime(start), reason: error })}
        </Typography>
      ))}
    </SettingsGroup>
  );
}
