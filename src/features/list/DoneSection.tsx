import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { ExpandMoreOutlined } from '../../ui/icons/ExpandMoreOutlined';
import { MOTION_MS } from '../../ui/tokens';
import { useMediaQuery } from '../../ui/useMediaQuery';
import { Sheet } from './Sheet';
import { useDoneToggle } from './useDoneToggle';

/** The actions wrap below the heading in a narrow window. */
const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 8,
  margin: '12px 0 4px',
  '[data-selecting] & > :not(h2)': { visibility: 'hidden' },
});

const Heading = styled('h2')({ margin: 0, font: 'inherit' });

const Toggle = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.subtitle2,
  minHeight: 48,
  gap: 4,
  paddingInline: '4px 12px',
  borderRadius: 12,
  color: theme.vars.palette.text.secondary,
  fontWeight: 650,
  '& svg': { fontSize: '1.375rem', transition: `transform ${MOTION_MS.fade}ms ease-out` },
  '&[aria-expanded=false] svg': { transform: 'rotate(-90deg)' },
  '&:dir(rtl)[aria-expanded=false] svg': { transform: 'rotate(90deg)' },
}));

interface DoneSectionProps {
  readonly listId: ListId;
  readonly count: number;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** The heading with the number of bought items, and below it the items, unless they are collapsed on screen. */
export function DoneSection({ listId, count, actions, children }: DoneSectionProps) {
  const { t } = useTranslation();
  const [isOpen, toggle] = useDoneToggle(listId);
  // On paper the list is whole, as its count says.
  const isShown = useMediaQuery('print') || isOpen;
  const contentId = useId();
  return (
    <section data-glides="done">
      <Head data-glides="done-heading" data-controls>
        <Heading>
          <Toggle aria-expanded={isOpen} aria-controls={contentId} onClick={toggle}>
            <ExpandMoreOutlined />
            {t('list.purchased', { count })}
          </Toggle>
        </Heading>
        {actions}
      </Head>
      <Sheet id={contentId} hidden={!isShown} data-sheet="done">
        {isShown && children}
      </Sheet>
    </section>
  );
}
