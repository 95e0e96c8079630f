import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../contract/records';
import { ActionSheet, type SheetAnchor } from '../../ui/ActionSheet';
import { CloseOutlined } from '../../ui/icons/CloseOutlined';
import { DeleteOutlineOutlined } from '../../ui/icons/DeleteOutlineOutlined';
import { EditOutlined } from '../../ui/icons/EditOutlined';
import { IosShareOutlined } from '../../ui/icons/IosShareOutlined';
import { PlaylistRemoveOutlined } from '../../ui/icons/PlaylistRemoveOutlined';
import { ListIcon } from '../../ui/ListIcon';

interface ListActionMenuProps {
  readonly open: boolean;
  readonly list: ListRow;
  readonly anchor: SheetAnchor | null;
  readonly onPick: (next: 'delete' | 'clear' | 'edit') => void;
  readonly onClose: () => void;
}

/** What can be done with a list, in the specified order. Sharing is not built: its entry only closes the menu. */
export function ListActionMenu({ open, list, anchor, onPick, onClose }: ListActionMenuProps) {
  const { t } = useTranslation();
  return (
    <ActionSheet
      open={open}
      anchor={anchor}
      heading={list.name.trim() || t('list.fallbackName')}
      icon={<ListIcon name={list.icon} />}
      actions={[
        {
          label: t('menu.delete'),
          icon: <DeleteOutlineOutlined />,
          tone: 'danger',
          onSelect: () => onPick('delete'),
        },
        { label: t('menu.clear'), icon: <PlaylistRemoveOutlined />, onSelect: () => onPick('clear') },
        { label: t('menu.edit'), icon: <EditOutlined />, onSelect: () => onPick('edit') },
        { label: t('menu.share'), icon: <IosShareOutlined />, onSelect: () => undefined },
      ]}
      cancel={{ label: t('menu.cancel'), icon: <CloseOutlined /> }}
      onClose={onClose}
    />
  );
}
