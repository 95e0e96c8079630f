import { Suspense } from 'react';
import type { ItemId, ListId } from '../../contract/ids';
import { lazyPart } from '../lazyPart';
import type { Reorder } from './useReorder';
import type { Selecting } from './useSelection';
import type { TransferChoice } from './useTransferActs';
import type { TransferQuestion } from './useTransferQuestion';

const SelectionBar = lazyPart(async () => (await import('./SelectionBar')).SelectionBar);

interface SelectionToolsProps extends Pick<Selecting, 'selection' | 'end' | 'chosen'> {
  readonly listId: ListId;
  readonly question: TransferQuestion;
  readonly remove: (ids: readonly ItemId[]) => void;
  readonly transfer: (ids: readonly ItemId[], choice: TransferChoice) => void;
  /** Null where rows cannot be moved. */
  readonly reorder: Pick<Reorder, 'canMoveBy' | 'moveBy'> | null;
}

/** The bar for the selected rows, loaded with the first selection. */
export function SelectionTools({
  listId,
  selection,
  end,
  chosen,
  question,
  remove,
  transfer,
  reorder,
}: SelectionToolsProps) {
  if (!selection) return null;
  const [only] = selection.ids.size === 1 ? selection.ids : [];
  return (
    <Suspense>
      <SelectionBar
        listId={listId}
        count={selection.ids.size}
        question={question}
        onRemove={() => remove(chosen())}
        onTransfer={(choice) => {
          const ids = chosen();
          // Moved rows leave the selection by themselves.
          if (choice.kind === 'copy') end();
          transfer(ids, choice);
        }}
        onEnd={end}
        canStep={(step) => only !== undefined && reorder?.canMoveBy(only, step) === true}
        onStep={reorder && ((step) => only && reorder.moveBy(only, step))}
      />
    </Suspense>
  );
}
