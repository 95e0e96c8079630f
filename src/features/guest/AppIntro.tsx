import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { BASE_PATH } from '../../contract/basePath';
import { DEFAULT_LANGUAGE } from '../../locales/languages';
import { inDarkScheme } from '../../ui/componentStyles';
import { PANES_PX } from '../../ui/tokens';

/** Its height fits the name and two lines of the sentence. */
const Brand = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, minHeight: '4rem', marginBottom: 12 });
const Icon = styled('img')({ flexShrink: 0, width: 56, height: 56 });
const Name = styled('p')(({ theme }) => ({ ...theme.typography.subtitle1, fontWeight: 800 }));
const Sentence = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
  // No word alone on the second line.
  textWrap: 'pretty',
}));

/** @param ending of the names of the files */
const pictureOf = (ending: string) => ({
  backgroundImage: `url(${BASE_PATH}frontDoor/light${ending}.webp)`,
  ...inDarkScheme({ backgroundImage: `url(${BASE_PATH}frontDoor/dark${ending}.webp)` }),
});

/** A picture of an open list, beside the form in wide windows. Narrow windows do not load it. */
const Picture = styled('div')(({ theme }) => ({
  display: 'none',
  [`@media (min-width: ${PANES_PX}px)`]: {
    position: 'absolute',
    insetBlockStart: 40,
    insetInlineStart: 'calc(50% + 86px)',
    display: 'block',
    width: 340,
    maxHeight: 'calc(100dvh - 80px)',
    aspectRatio: '390 / 760',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 32,
    backgroundSize: '100% auto',
    ...pictureOf(''),
    // For every language without a picture of its own.
    '&[data-english]': pictureOf('-en'),
  },
}));

/** Explains the app to new visitors: name, one sentence, and a picture. */
export function AppIntro() {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Brand>
        <Icon src={`${BASE_PATH}favicon.svg`} alt="" />
        <div>
          <Name>{t('app.name')}</Name>
          <Sentence>{t('app.description')}</Sentence>
        </div>
      </Brand>
      <Picture aria-hidden data-english={i18n.language !== DEFAULT_LANGUAGE || undefined} />
    </>
  );
}
