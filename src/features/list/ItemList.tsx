import { useTranslation } from 'react-i18next';
import type { ItemId, ListId } from '../../contract/ids';
import { ItemRow } from './ItemRow';
import { Rows } from './Rows';
import type { EditedRow } from './useHeldRow';

interface ItemListProps {
  readonly listId: ListId;
  readonly ids: readonly ItemId[];
  readonly label: string;
  readonly held: EditedRow | null;
  readonly hinted: ReadonlySet<ItemId>;
  readonly leaving: ReadonlySet<ItemId>;
}

/** The rows of one section, in the order given. */
export function ItemList({ listId, ids, label, held, hinted, leaving }: ItemListProps) {
  const { t } = useTranslation();
  return (
    <Rows aria-label={label} role="list" data-typing={held ? true : undefined}>
      {ids.map((id) => (
        <ItemRow
          key={id}
          listId={listId}
          id={id}
          t={t}
          hasHints={hinted.has(id)}
          focusedField={held?.id === id ? held.field : null}
          isLeaving={leaving.has(id)}
        />
      ))}
    </Rows>
  );
}
