import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';

/** As high as two lines of its sentence and its name; the first frame (`firstFrame.css`) keeps this place free. */
const Brand = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, minHeight: '4rem', marginBottom: 12 });
const Icon = styled('img')({ flexShrink: 0, width: 56, height: 56 });
const Name = styled('p')(({ theme }) => ({ ...theme.typography.subtitle1, fontWeight: 800 }));
const Sentence = styled('p')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));

/** What this is, for who has never been here. */
export function FrontDoor() {
  const { t } = useTranslation();
  return (
    <Brand>
      <Icon src="/favicon.svg" alt="" />
      <div>
        <Name>{t('app.name')}</Name>
        <Sentence>{t('app.description')}</Sentence>
      </div>
    </Brand>
  );
}
