import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ListId } from '../../contract/ids';
import { readPastedLines } from '../../domain/pastedLines';
import { shareLines } from '../../store/acts/shareLines';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectLists } from '../../store/view/viewSelectors';
import { ActionSheet } from '../../ui/ActionSheet';
import { AddOutlined } from '../../ui/icons/AddOutlined';
import { ListIcon } from '../../ui/ListIcon';
import { listName } from '../listName';
import { useLazyTexts } from '../useLazyTexts';
import { usePasteOffer } from '../usePasteOffer';

/** The size and position of the menu in a wide window. */
const MENU_PX = 300;
const TOP_PX = 96;

interface ShareSheetProps {
  readonly open: boolean;
  readonly text: string;
  /** The list that was just created for this text. */
  readonly madeFor: ListId | null;
  readonly onNewList: () => void;
  /** The text was added to this list. */
  readonly onAdded: (listId: ListId) => void;
  readonly onClose: () => void;
}

/** Asks where shared text from another app goes: into a list, or into a new one. */
export function ShareSheet({ open, text, madeFor, onNewList, onAdded, onClose }: ShareSheetProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const offer = usePasteOffer();
  const addTo = (listId: ListId): void => {
    offer(listId, dispatch(shareLines(listId, text)));
    onAdded(listId);
  };
  const addToNewList = useEffectEvent(addTo);
  useEffect(() => {
    if (madeFor) addToNewList(madeFor);
  }, [madeFor]);
  const lists = useAppSelector(selectLists);
  const count = useMemo(() => readPastedLines(text).length, [text]);
  // A text of list marks alone has no line to add.
  const isEmpty = open && count === 0;
  useEffect(() => {
    if (isEmpty) onClose();
  }, [isEmpty, onClose]);
  const entries = lists.map(({ id, name, icon }) => ({
    id,
    label: listName(t, name),
    isUnnamed: name.trim() === '',
    icon: <ListIcon name={icon} />,
    onSelect: () => addTo(id),
  }));
  // No button on the page opened it, so it is centred.
  const anchor = useMemo(() => ({ left: Math.max(0, (window.innerWidth - MENU_PX) / 2), top: TOP_PX }), []);
  return (
    <ActionSheet
      open={open && !isEmpty}
      anchor={anchor}
      heading={t('share.title')}
      note={t('share.count', { count })}
      actions={[...entries, { id: 'new', label: t('share.newList'), icon: <AddOutlined />, onSelect: onNewList }]}
      cancelLabel={t('share.cancel')}
      onClose={onClose}
    />
  );
}
