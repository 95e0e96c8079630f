import { useEffect, useEffectEvent, useState } from 'react';
import { isBlank } from '../../contract/fields';
import type { ItemId, ListId } from '../../contract/ids';
import { type OfferedItem, readBought, selectOffers, type TypedItem } from '../../store/acts/usualItems';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { useAnnounce } from '../../ui/LiveRegions';
import { useLazyTexts } from '../useLazyTexts';
import { fieldOf, focusField, itemOf, neighbourOf, rowOf, textFieldAt, textFieldOf } from './itemElements';
import { SuggestionChips } from './SuggestionChips';
import { suggestionKey } from './suggestionKey';
import type { EditedRow } from './useEditedRow';
import type { ItemActs } from './useItemActs';

const NONE: readonly OfferedItem[] = [];

interface SuggestionsProps {
  readonly listId: ListId;
  /** The element around the rows. */
  readonly root: HTMLElement;
  readonly edited: EditedRow | null;
  readonly acts: Pick<ItemActs, 'add' | 'write' | 'check' | 'remove'>;
}

const descriptionAt = (target: EventTarget | null): ItemId | null => {
  const field = textFieldOf(target);
  return field && fieldOf(field) === 'description' ? itemOf(field) : null;
};

/** As Enter does: what follows a row that was the last came from somebody else who types too. */
const goOn = ({ id, wasLast }: EditedRow, add: () => void): void => {
  const row = rowOf(textFieldAt(id, 'description'));
  const next = row && !wasLast ? neighbourOf(row, 'next') : null;
  if (next) focusField(next, 'description');
  else add();
};

/** Suggests items that the person bought before, while they type in a description. */
export function Suggestions({ listId, root, edited, acts }: SuggestionsProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const announce = useAnnounce();
  const [written, setWritten] = useState<TypedItem | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const isWriting = written !== null && edited?.id === written.itemId && edited.field === 'description';
  // A person who returns to the row has not typed in it yet.
  if (written && !isWriting) setWritten(null);
  const offers = useAppSelector((state) => (isWriting ? selectOffers(state, written) : NONE));
  const count = offers.length;
  if (active !== null && active >= count) setActive(null);

  const begin = (itemId: ItemId): void => {
    const bought = dispatch(readBought());
    setActive(null);
    setWritten(bought && { listId, itemId, bought });
  };
  const take = ({ listed, description, quantity }: OfferedItem): void => {
    const id = written?.itemId;
    if (!id || !edited) return;
    setWritten(null);
    const ownQuantity = textFieldAt(id, 'quantity')?.value ?? '';
    const before = edited.before.description;
    const isEmpty = isBlank({ description: before, quantity: ownQuantity });
    if (listed && !listed.isBought) {
      // What was typed was the search for that row.
      acts.write(id, { description: before });
      if (isEmpty) acts.remove(id, () => focusField(listed.id, 'description'));
      else focusField(listed.id, 'description');
    } else if (listed && isEmpty) {
      // The row stays for the next item.
      acts.write(id, { description: '' });
      acts.check(listed.id, false);
    } else {
      acts.write(id, { description, quantity: ownQuantity || quantity });
      goOn(edited, acts.add);
    }
  };

  const takeAt = (place: number): void => {
    const offer = offers[place];
    if (offer) take(offer);
  };

  const onInput = useEffectEvent((target: EventTarget | null): void => {
    const id = descriptionAt(target);
    if (!id) return;
    if (written?.itemId !== id) begin(id);
    // Setting the same state again may render once more.
    else if (active !== null) setActive(null);
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (count === 0 || descriptionAt(event.target) !== written?.itemId) return;
    const act = suggestionKey(event, { active, count });
    if (!act) return;
    event.preventDefault();
    // Otherwise the rows would handle these keys too.
    event.stopPropagation();
    if (act.kind === 'move') setActive(act.to);
    else if (act.kind === 'close') setWritten(null);
    else takeAt(act.place);
  });
  const onStart = useEffectEvent((): void => {
    const { activeElement } = document;
    if (edited && textFieldOf(activeElement)?.value !== edited.before[edited.field]) onInput(activeElement);
  });
  useEffect(() => {
    const hearInput = (event: Event): void => onInput(event.target);
    const hearKey = (event: KeyboardEvent): void => onKeyDown(event);
    root.addEventListener('input', hearInput);
    root.addEventListener('keydown', hearKey, { capture: true });
    // The person may have typed the first letter before this code was loaded.
    onStart();
    return () => {
      root.removeEventListener('input', hearInput);
      root.removeEventListener('keydown', hearKey, { capture: true });
    };
  }, [root]);

  const hasOffers = count > 0;
  useEffect(() => {
    // A screen reader also finds the text later, when it is not true any more.
    return hasOffers ? announce(t('suggestions.available')) : undefined;
  }, [hasOffers, announce, t]);

  if (!written || count === 0) return null;
  return <SuggestionChips itemId={written.itemId} offers={offers} active={active} onTake={take} />;
}
