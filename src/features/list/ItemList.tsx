import { type ReactElement, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemId, ListId } from '../../contract/ids';
import { ItemRow, type ItemRowProps } from './ItemRow';
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

type Row = ReactElement<ItemRowProps>;

/** The rows of one section, in the order given. */
export function ItemList({ listId, ids, label, held, hinted, leaving }: ItemListProps) {
  const { t } = useTranslation();
  // React passes over an element it has seen before faster than over an equal one: felt with 2,000 rows.
  const known = useMemo(() => ({ listId, t, rows: new Map<ItemId, Row>() }), [listId, t]);
  const rowFor = (id: ItemId): Row => {
    const hasHints = hinted.has(id);
    const focusedField = held?.id === id ? held.field : null;
    const isLeaving = leaving.has(id);
    const before = known.rows.get(id);
    const is = before?.props;
    if (before && is?.hasHints === hasHints && is.focusedField === focusedField && is.isLeaving === isLeaving)
      return before;
    const row = <ItemRow key={id} {...{ listId, id, t, hasHints, focusedField, isLeaving }} />;
    known.rows.set(id, row);
    return row;
  };
  return (
    <Rows aria-label={label} role="list" data-typing={held ? true : undefined}>
      {ids.map(rowFor)}
    </Rows>
  );
}
