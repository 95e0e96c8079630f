import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/hooks';
import { selectItem } from '../../store/viewSelectors';
import { CloseOutlined } from '../../ui/icons/CloseOutlined';
import { DeleteOutlined } from '../../ui/icons/DeleteOutlined';
import { itemName } from './itemName';
import type { ItemActs } from './useItemActs';
import type { RowMenuState } from './useRowMenu';

const ActionSheet = lazy(async () => ({ default: (await import('../../ui/ActionSheet')).ActionSheet }));

interface RowMenuProps {
  readonly listId: ListId;
  readonly menu: RowMenuState;
  readonly onClose: () => void;
  readonly remove: ItemActs['remove'];
}

function Sheet({ listId, menu, onClose, remove }: RowMenuProps) {
  const { t } = useTranslation();
  const item = useAppSelector((state) => selectItem(state, listId, menu.id));
  const name = item && itemName(t, item);
  // The name stays while the sheet leaves, when the item may be gone already.
  const [heading, setHeading] = useState(name ?? t('item.unnamed'));
  if (name !== undefined && name !== heading) setHeading(name);
  const select = (): void => remove(menu.id, menu.heir ?? undefined);
  return (
    <ActionSheet
      open={menu.isOpen}
      heading={heading}
      anchor={menu.anchor}
      actions={[{ label: t('item.menuDelete'), icon: <DeleteOutlined />, tone: 'danger', onSelect: select }]}
      cancel={{ label: t('menu.cancel'), icon: <CloseOutlined /> }}
      onClose={onClose}
    />
  );
}

/** The one-entry menu of a row. */
export function RowMenu({ menu, ...rest }: Omit<RowMenuProps, 'menu'> & { readonly menu: RowMenuState | null }) {
  return <Suspense>{menu && <Sheet key={menu.id} menu={menu} {...rest} />}</Suspense>;
}
