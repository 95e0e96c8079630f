import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { InstallKind } from '../../device/installOffer';
import { Card } from '../../ui/Card';
import { useLazyTexts } from '../useLazyTexts';

const Quiet = styled(Card)({ marginTop: 16, padding: 16 });
const Answers = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 });

interface InstallCardProps {
  readonly kind: InstallKind;
  readonly onAccept: () => void;
  readonly onDismiss: () => void;
}

/** Offers to install the app, below all lists: with a button where the browser can ask, else with instructions. */
export function InstallCard({ kind, onAccept, onDismiss }: InstallCardProps) {
  const { t } = useLazyTexts();
  const titleId = useId();
  return (
    <Quiet as="section" aria-labelledby={titleId}>
      <Typography id={titleId} variant="subtitle1" component="h2">
        {t('install.title')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('install.text')}
      </Typography>
      {kind === 'hint' && (
        <Typography variant="body2" sx={{ marginBlockStart: 2 }}>
          {t('install.ios')}
        </Typography>
      )}
      <Answers>
        {kind === 'prompt' && (
          <Button variant="outlined" onClick={onAccept}>
            {t('install.yes')}
          </Button>
        )}
        <Button variant={kind === 'prompt' ? 'text' : 'outlined'} color="inherit" onClick={onDismiss}>
          {t('install.no')}
        </Button>
      </Answers>
    </Quiet>
  );
}
