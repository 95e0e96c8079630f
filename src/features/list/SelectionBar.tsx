import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type MouseEventHandler, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { ListId } from '../../contract/ids';
import type { TransferKind } from '../../store/acts/moveThunks';
import { useAppSelector } from '../../store/state/hooks';
import { selectListIds } from '../../store/view/viewSelectors';
import { ArrowDownwardOutlined } from '../../ui/icons/ArrowDownwardOutlined';
import { ArrowUpwardOutlined } from '../../ui/icons/ArrowUpwardOutlined';
import { CloseOutlined } from '../../ui/icons/CloseOutlined';
import { ContentCopyOutlined } from '../../ui/icons/ContentCopyOutlined';
import { DeleteOutlined } from '../../ui/icons/DeleteOutlined';
import { DriveFileMoveOutlined } from '../../ui/icons/DriveFileMoveOutlined';
import { Column } from '../../ui/PageFrame';
import { useLazyTexts } from '../useLazyTexts';
import { TransferSheet } from './TransferSheet';
import type { TransferChoice } from './useTransferActs';
import type { TransferQuestion } from './useTransferQuestion';

/**
 * Tells the page the height of the bar, so that other elements at the bottom stay above the bar. The height depends on
 * the size of the text and the width of the window.
 */
const useBarHeight = (bar: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([bar]) => style.setProperty('--bar', `${bar?.contentRect.height ?? 0}px`));
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bar');
    };
  }, [bar]);

/** Fixed at the bottom. The page reserves space for it (`useBarHeight`). */
const Bar = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  zIndex: theme.zIndex.appBar,
  paddingBottom: 'env(safe-area-inset-bottom)',
  backgroundColor: theme.vars.palette.surface,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '[data-pane] &': { insetInlineStart: 'var(--pane)' },
}));

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', paddingTop: 8 });

const Count = styled('p')(({ theme }) => ({ ...theme.typography.caption, flex: 1, margin: 0, fontWeight: 650 }));

const Room = styled('div')({ containerType: 'inline-size' });

const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap' });

/**
 * Icon above text; four buttons fit beside each other on the smallest phone. With large text only the text is shown.
 */
const Act = styled(Button)(({ theme }) => ({
  ...theme.typography.caption,
  flex: '1 1 auto',
  flexDirection: 'column',
  minWidth: '4.5rem',
  minHeight: 56,
  paddingInline: 4,
  borderRadius: 12,
  fontWeight: 600,
  '@container (width < 20rem)': { minHeight: 44, '& svg': { display: 'none' } },
})) as typeof Button;

const Step = styled(IconButton)(({ theme }) => ({
  '&[aria-disabled=true]': { color: theme.vars.palette.action.disabled },
}));

interface SelectionBarProps {
  readonly listId: ListId;
  readonly count: number;
  readonly question: TransferQuestion;
  readonly onRemove: () => void;
  readonly onTransfer: (choice: TransferChoice) => void;
  readonly onEnd: () => void;
  /** Whether the only selected row has a place above (-1) or below (1) it. */
  readonly canStep: (step: number) => boolean;
  /** Moves the only selected row up (-1) or down (1). Null where the provider keeps no order. */
  readonly onStep: ((step: number) => void) | null;
}

/** Shows how many rows are selected, and the actions for them. */
export function SelectionBar({ listId, count, question, canStep, ...on }: SelectionBarProps) {
  const { t } = useLazyTexts();
  const hasOtherLists = useAppSelector((state) => selectListIds(state).length > 1);
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  const countText = t('selection.count', { count });
  const act = (
    label: string,
    icon: ReactNode,
    onClick: MouseEventHandler<HTMLElement>,
    color: 'error' | 'inherit' = 'inherit',
  ) => (
    <Act variant="text" color={color} onClick={onClick}>
      {icon}
      {label}
    </Act>
  );
  const ask =
    (kind: TransferKind): MouseEventHandler<HTMLElement> =>
    (event) =>
      question.ask(kind, event.currentTarget);
  const step = (label: string, icon: ReactNode, by: number) => (
    // At the end of the section it keeps the focus of the person who has just moved the row there.
    <Step aria-label={label} disabled={count !== 1} aria-disabled={!canStep(by)} onClick={() => on.onStep?.(by)}>
      {icon}
    </Step>
  );
  return (
    <>
      <Bar ref={bar} role="group" aria-label={t('selection.label')}>
        <Column>
          <Head>
            <Count>{countText}</Count>
            {on.onStep && step(t('selection.up'), <ArrowUpwardOutlined />, -1)}
            {on.onStep && step(t('selection.down'), <ArrowDownwardOutlined />, 1)}
          </Head>
          <Room>
            <Acts>
              {act(t('selection.delete'), <DeleteOutlined />, on.onRemove, 'error')}
              {hasOtherLists && act(t('selection.move'), <DriveFileMoveOutlined />, ask('move'))}
              {hasOtherLists && act(t('selection.copy'), <ContentCopyOutlined />, ask('copy'))}
              {act(t('selection.end'), <CloseOutlined />, on.onEnd)}
            </Acts>
          </Room>
        </Column>
      </Bar>
      <TransferSheet
        listId={listId}
        kind={question.kind}
        open={question.isAsked}
        note={countText}
        anchor={question.anchor}
        cancelLabel={t('menu.cancel')}
        onClose={question.close}
        onTransfer={on.onTransfer}
      />
    </>
  );
}
