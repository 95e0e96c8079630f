import type { ItemId } from '../../contract/ids';
import type { ItemRow as Item } from '../../contract/records';
import { Rows } from './Rows';
import type { RowWords } from './rowWords';
import type { Selection } from './selection';
import { useDrawnRows } from './useDrawnRows';
import { useFieldTexts } from './useFieldTexts';
import type { EditedRow } from './useHeldRow';

interface ItemListProps {
  readonly ids: readonly ItemId[];
  readonly items: Readonly<Record<ItemId, Item>>;
  readonly label: string;
  readonly words: RowWords;
  readonly held: EditedRow | null;
  readonly hinted: ReadonlySet<ItemId>;
  readonly selection: Selection | null;
}

/** The rows of one section, in the order given. */
export function ItemList({ ids, label, ...sources }: ItemListProps) {
  const rows = useDrawnRows(ids, sources);
  useFieldTexts(ids, rows);
  return (
    <Rows aria-label={label} role="list" data-typing={sources.held ? true : undefined}>
      {ids.map((id) => rows.get(id))}
    </Rows>
  );
}
