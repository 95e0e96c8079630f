import { Suspense, useEffect, useState } from 'react';
import type { ItemId, ListId } from '../../contract/ids';
import type { TransferKind } from '../../store/acts/moveThunks';
import { useAppSelector } from '../../store/state/hooks';
import { selectItem, selectListIds } from '../../store/view/viewSelectors';
import { CheckOutlined } from '../../ui/icons/CheckOutlined';
import { ContentCopyOutlined } from '../../ui/icons/ContentCopyOutlined';
import { DeleteOutlined } from '../../ui/icons/DeleteOutlined';
import { DriveFileMoveOutlined } from '../../ui/icons/DriveFileMoveOutlined';
import { lazyPart } from '../lazyPart';
import { useLazyTexts } from '../useLazyTexts';
import { itemName } from './itemName';
import type { ItemActs } from './useItemActs';
import type { RowMenuState } from './useRowMenu';
import type { TransferChoice } from './useTransferActs';

/** Loaded with the words for it, which the message after it needs too. */
const TransferSheet = lazyPart(async () => (await import('./TransferSheet')).TransferSheet);
const ActionSheet = lazyPart(async () => (await import('../../ui/ActionSheet')).ActionSheet);

interface RowMenuProps {
  readonly listId: ListId;
  readonly menu: RowMenuState;
  readonly onClose: () => void;
  readonly onTransfer: (kind: TransferKind) => void;
  readonly onSelect: (id: ItemId) => void;
  readonly remove: ItemActs['remove'];
  readonly transfer: (ids: readonly ItemId[], choice: TransferChoice) => void;
}

function Sheets({ listId, menu, onClose, onTransfer, onSelect, remove, transfer }: RowMenuProps) {
  const { t } = useLazyTexts();
  const item = useAppSelector((state) => selectItem(state, listId, menu.id));
  const hasOtherLists = useAppSelector((state) => selectListIds(state).length > 1);
  const name = item && itemName(t, item);
  // While the sheet closes, it keeps the last name, because the item may be gone already.
  const [heading, setHeading] = useState(name ?? t('item.unnamed'));
  if (name !== undefined && name !== heading) setHeading(name);
  // Somebody deleted the item meanwhile.
  const isGone = menu.isOpen && item === undefined;
  const { nextFocus } = menu;
  useEffect(() => {
    if (!isGone) return;
    onClose();
    // After the closing, because an open sheet keeps the focus.
    return () => nextFocus?.();
  }, [isGone, onClose, nextFocus]);
  const transfers = [
    { label: t('item.menuMove'), icon: <DriveFileMoveOutlined />, onSelect: () => onTransfer('move') },
    { label: t('item.menuCopy'), icon: <ContentCopyOutlined />, onSelect: () => onTransfer('copy') },
  ];
  const selection = { label: t('item.menuSelect'), icon: <CheckOutlined />, onSelect: () => onSelect(menu.id) };
  const removal = {
    label: t('item.menuDelete'),
    icon: <DeleteOutlined />,
    tone: 'danger',
    onSelect: () => remove(menu.id, menu.nextFocus ?? undefined),
  } as const;
  return (
    <>
      <ActionSheet
        open={menu.isOpen && menu.step === 'acts'}
        heading={heading}
        anchor={menu.anchor}
        actions={[...(hasOtherLists ? transfers : []), selection, removal]}
        cancelLabel={t('menu.cancel')}
        onClose={onClose}
      />
      {/* Its own boundary, so that the menu's closing animation goes on. */}
      <Suspense>
        {menu.step !== 'acts' && (
          <TransferSheet
            listId={listId}
            kind={menu.step}
            open={menu.isOpen}
            note={heading}
            anchor={menu.anchor}
            cancelLabel={t('menu.cancel')}
            onClose={onClose}
            onTransfer={(choice) => {
              transfer([menu.id], choice);
              if (choice.kind === 'move') menu.nextFocus?.();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** The menu of one row. */
export function RowMenu({ menu, ...rest }: Omit<RowMenuProps, 'menu'> & { readonly menu: RowMenuState | null }) {
  return <Suspense>{menu && <Sheets key={menu.id} menu={menu} {...rest} />}</Suspense>;
}
