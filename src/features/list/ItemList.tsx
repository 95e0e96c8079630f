import type { ItemId, ListId } from '../../contract/ids';
import type { ItemRow as Item } from '../../contract/records';
import { useAppSelector } from '../../store/state/hooks';
import { selectItemRows } from '../../store/view/viewSelectors';
import { ItemRow } from './ItemRow';
import { moveAroundFocus } from './moveAroundFocus';
import { Rows } from './Rows';
import type { RowTexts } from './rowTexts';
import type { Selection } from './selection';
import type { EditedRow } from './useEditedRow';
import { useFieldTexts } from './useFieldTexts';
import { useKeptItem } from './useKeptItem';

interface SectionRowsProps {
  readonly listId: ListId;
  readonly ids: readonly ItemId[];
  readonly words: RowTexts;
  readonly edited: EditedRow | null;
  readonly hinted: ReadonlySet<ItemId>;
  readonly selection: Selection | null;
}

/** An unchanged row is not drawn again (`ItemRow`), and a key does not draw the element around the rows. */
function SectionRows({ listId, ids, words, edited, hinted, selection }: SectionRowsProps) {
  // A key in one section does not draw the other section.
  const items = useAppSelector(
    (state) => selectItemRows(state, listId),
    (before, now) => before === now || ids.every((id) => before[id] === now[id]),
  );
  const editedId = edited?.id ?? null;
  const kept = useKeptItem(items, editedId);
  const itemOf = (id: ItemId): Item | undefined => items[id] ?? (kept?.id === id ? kept : undefined);
  const fieldOf = (id: ItemId) => (edited?.id === id ? edited.field : null);
  useFieldTexts(ids, (id) => items[id], fieldOf, selection !== null);
  return ids.map((id) => {
    const item = itemOf(id);
    return (
      item && (
        <ItemRow
          key={id}
          item={item}
          words={words}
          hasHints={hinted.has(id)}
          focusedField={fieldOf(id)}
          isChosen={selection?.ids.has(id) ?? null}
          isEntry={selection?.from === id}
        />
      )
    );
  });
}

interface ItemListProps extends SectionRowsProps {
  readonly label: string;
}

/** The rows of one section, in the given order. */
export function ItemList({ label, ...rows }: ItemListProps) {
  return (
    <Rows ref={moveAroundFocus} aria-label={label} role="list" data-typing={rows.edited ? true : undefined}>
      <SectionRows {...rows} />
    </Rows>
  );
}
