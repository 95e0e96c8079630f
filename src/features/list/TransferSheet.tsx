import type { ListId } from '../../contract/ids';
import type { TransferKind } from '../../store/acts/moveThunks';
import { useAppSelector } from '../../store/state/hooks';
import { selectLists } from '../../store/view/viewSelectors';
import type { SheetAnchor } from '../../ui/ActionSheet';
import { ListIcon } from '../../ui/ListIcon';
import { lazyPart } from '../lazyPart';
import { listName } from '../listName';
import { useLazyTexts } from '../useLazyTexts';
import type { TransferChoice } from './useTransferActs';

const ActionSheet = lazyPart(async () => (await import('../../ui/ActionSheet')).ActionSheet);

interface TransferSheetProps {
  /** The list that the items are in; it is not offered as a target. */
  readonly listId: ListId;
  readonly kind: TransferKind;
  readonly open: boolean;
  /** Says which items are moved or copied. */
  readonly note: string;
  readonly anchor: SheetAnchor | null;
  readonly cancelLabel: string;
  readonly onClose: () => void;
  readonly onTransfer: (choice: TransferChoice) => void;
}

/** Asks for the list to move or copy items to. */
export function TransferSheet({ listId, kind, onTransfer, ...sheet }: TransferSheetProps) {
  const { t } = useLazyTexts();
  const lists = useAppSelector(selectLists);
  const entries = lists
    .filter(({ id }) => id !== listId)
    .map(({ id, name: storedName, icon }) => {
      const name = listName(t, storedName);
      const isUnnamed = storedName.trim() === '';
      const onSelect = (): void => onTransfer({ kind, to: { id, name } });
      return { id, label: name, isUnnamed, icon: <ListIcon name={icon} />, onSelect };
    });
  return <ActionSheet heading={t(kind === 'move' ? 'item.moveTo' : 'item.copyTo')} actions={entries} {...sheet} />;
}
