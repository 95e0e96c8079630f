import type { ListRow } from '../../contract/records';
import { ActionSheet, type SheetAnchor } from '../../ui/ActionSheet';
import { DeleteOutlineOutlined } from '../../ui/icons/DeleteOutlineOutlined';
import { EditOutlined } from '../../ui/icons/EditOutlined';
import { IosShareOutlined } from '../../ui/icons/IosShareOutlined';
import { LogoutOutlined } from '../../ui/icons/LogoutOutlined';
import { PlaylistRemoveOutlined } from '../../ui/icons/PlaylistRemoveOutlined';
import { ListIcon } from '../../ui/ListIcon';
import { listName } from '../listName';
import { useLazyTexts } from '../useLazyTexts';

interface ListActionMenuProps {
  readonly open: boolean;
  readonly list: ListRow;
  readonly anchor: SheetAnchor | null;
  /** The person's role in a shared list; null for a list that is not shared. */
  readonly role: 'owner' | 'member' | null;
  readonly canShare: boolean;
  readonly onPick: (next: 'delete' | 'leave' | 'clear' | 'edit' | 'share') => void;
  readonly onClose: () => void;
}

/**
 * The menu of a list, in the specified order. Where the provider offers no sharing, the share entry only closes the
 * menu.
 */
export function ListActionMenu({ open, list, anchor, role, canShare, onPick, onClose }: ListActionMenuProps) {
  const { t } = useLazyTexts();
  return (
    <ActionSheet
      open={open}
      anchor={anchor}
      heading={listName(t, list.name)}
      icon={<ListIcon name={list.icon} />}
      actions={[
        role === 'member'
          ? { label: t('sharing.leave'), icon: <LogoutOutlined />, tone: 'danger', onSelect: () => onPick('leave') }
          : {
              label: t('menu.delete'),
              icon: <DeleteOutlineOutlined />,
              tone: 'danger',
              onSelect: () => onPick('delete'),
            },
        { label: t('menu.clear'), icon: <PlaylistRemoveOutlined />, onSelect: () => onPick('clear') },
        { label: t('menu.edit'), icon: <EditOutlined />, onSelect: () => onPick('edit') },
        {
          label: t('menu.share'),
          icon: <IosShareOutlined />,
          onSelect: canShare ? () => onPick('share') : () => undefined,
        },
      ]}
      cancelLabel={t('menu.cancel')}
      onClose={onClose}
    />
  );
}
