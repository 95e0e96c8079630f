import { styled } from '@mui/material/styles';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useAppSelector } from '../../store/state/hooks';
import { refusedTexts } from '../../store/view/refusedTexts';
import { refusalId, selectRefusals } from '../../store/view/viewSelectors';
import { listName } from '../listName';
import { paths } from '../paths';
import { addRefusalsSeen } from '../refusalsSeen';
import { useLazyTexts } from '../useLazyTexts';
import { GroupTitle } from './SettingsGroup';

const Rows = styled('ul')({ margin: '8px 0 24px', paddingInlineStart: 20 });
const Row = styled('li')(({ theme }) => ({ ...theme.typography.caption, overflowWrap: 'anywhere' }));

/**
 * The refused changes, newest first: what was typed, in which list, and why it was refused. Nothing is shown without any.
 * The status line leads here.
 */
export function Refusals() {
  const { t } = useLazyTexts();
  const refusals = useAppSelector(selectRefusals);
  const lists = useAppSelector((state) => state.lists);
  const items = useAppSelector((state) => state.items);
  const removedLists = useAppSelector(({ data }) => data.base.removedLists);
  useEffect(() => {
    if (refusals.length > 0) addRefusalsSeen(refusals.map(refusalId));
  }, [refusals]);
  const location = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasAny = refusals.length > 0;
  // In a layout effect, so that `usePageHeading` finds the focus here and leaves it.
  useLayoutEffect(() => {
    if (!hasAny || location.pathname + location.hash !== paths.refusals) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [hasAny, location]);
  if (!hasAny) return null;
  return (
    <section>
      <GroupTitle ref={heading} tabIndex={-1}>
        {t('logs.refusedTitle')}
      </GroupTitle>
      <Rows>
        {refusals.toReversed().map((refusal) => {
          const known = refusedTexts(refusal, { lists, items, removedLists });
          const { collection, listName: list } = known;
          const words = known.words || t('logs.noWords');
          const reason = known.reason ?? t('logs.rowRemoved');
          return (
            <Row key={`${refusal.time} ${refusal.changes[0]?.rowId}`}>
              {list === null
                ? t(`logs.refused_${collection}`, { words, reason })
                : t('logs.refused_listItems', { words, reason, list: listName(t, list) })}
            </Row>
          );
        })}
      </Rows>
    </section>
  );
}
