import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useAppSelector } from '../../store/state/hooks';
import { selectRefusals } from '../../store/view/viewSelectors';
import { writeRefusalsSeen } from '../refusalsSeen';
import { useLazyTexts } from '../useLazyTexts';
import { refusalFacts } from './logText';

const Rows = styled('ul')({ margin: '8px 0 24px', paddingInlineStart: 20 });
const Row = styled('li')(({ theme }) => ({ ...theme.typography.caption, overflowWrap: 'anywhere' }));

/** The refused changes by id and reason, newest first. Nothing is shown without any. */
export function Refusals() {
  const { t } = useLazyTexts();
  const refusals = useAppSelector(selectRefusals);
  const newest = refusals.at(-1)?.time;
  useEffect(() => {
    if (newest !== undefined) writeRefusalsSeen(newest);
  }, [newest]);
  if (refusals.length === 0) return null;
  return (
    <section>
      <Typography variant="h2">{t('logs.refusedTitle')}</Typography>
      <Rows>
        {refusals.toReversed().map((refusal) => {
          const { collection, id, reason } = refusalFacts(refusal);
          return (
            <Row key={`${refusal.time} ${id}`}>
              {t('logs.refused', { collection: t(`logs.${collection}`), id, reason })}
            </Row>
          );
        })}
      </Rows>
    </section>
  );
}
