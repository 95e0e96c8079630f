import { useEffect, useMemo, useRef } from 'react';
import type { ListId } from '../../contract/ids';
import { readPastedLines } from '../../domain/pastedLines';
import { useAppSelector } from '../../store/state/hooks';
import { selectLists } from '../../store/view/viewSelectors';
import { ActionSheet } from '../../ui/ActionSheet';
import { AddOutlined } from '../../ui/icons/AddOutlined';
import { CloseOutlined } from '../../ui/icons/CloseOutlined';
import { ListIcon } from '../../ui/ListIcon';
import { useLayerTexts } from '../useLayerTexts';
import { useShareActs } from './useShareActs';

/** The width of the menu on a wide screen, and where its top stands, in px. */
const MENU_PX = 300;
const TOP_PX = 96;

interface ShareSheetProps {
  readonly open: boolean;
  readonly text: string;
  /** The list that was just made for the text. */
  readonly madeFor: ListId | null;
  readonly onNewList: () => void;
  /** The text is in this list. */
  readonly onAdded: (listId: ListId) => void;
  readonly onClose: () => void;
}

/** Asks where text from another app belongs: one of the lists, or a new one. */
export function ShareSheet({ open, text, madeFor, onNewList, onAdded, onClose }: ShareSheetProps) {
  const { t } = useLayerTexts();
  const addLines = useShareActs();
  const addTo = (listId: ListId): void => {
    addLines(listId, text);
    onAdded(listId);
  };
  const latest = useRef(addTo);
  useEffect(() => {
    latest.current = addTo;
  });
  useEffect(() => {
    if (madeFor) latest.current(madeFor);
  }, [madeFor]);
  const lists = useAppSelector(selectLists);
  const count = useMemo(() => readPastedLines(text).length, [text]);
  const entries = lists.map(({ id, name, icon }) => ({
    id,
    label: name.trim() || t('list.fallbackName'),
    icon: <ListIcon name={icon} />,
    onSelect: () => addTo(id),
  }));
  // Nothing on the page asked for it, so it hangs in the middle.
  const anchor = useMemo(() => ({ left: Math.max(0, (window.innerWidth - MENU_PX) / 2), top: TOP_PX }), []);
  return (
    <ActionSheet
      open={open}
      anchor={anchor}
      heading={t('share.title')}
      note={t('share.count', { count })}
      actions={[...entries, { id: 'new', label: t('share.newList'), icon: <AddOutlined />, onSelect: onNewList }]}
      cancel={{ label: t('share.cancel'), icon: <CloseOutlined /> }}
      onClose={onClose}
    />
  );
}
