import type { ReactNode } from 'react';
import type { ItemText } from '../../contract/fields';
import type { ItemId } from '../../contract/ids';
import { partId } from './itemElements';
import type { RowWords } from './rowWords';

/** Whether a field grows with its text by itself; elsewhere a hidden twin of the text gives it its height. */
const GROWS = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

interface ItemFieldsProps {
  readonly id: ItemId;
  /** The stored description. */
  readonly text: string;
  readonly name: string;
  readonly hasHints: boolean;
  readonly words: RowWords;
  /** What stands after the quantity. */
  readonly children: ReactNode;
}

/**
 * The two fields of an open item. Their texts are written by the list (`useFieldTexts`), and so is the description's name
 * (`Produkt 2 z 10`), for it knows the places; placeholders come and go and are never a name.
 */
export function ItemFields({ id, text, name, hasHints, words, children }: ItemFieldsProps) {
  // A field that is missing here does not compile.
  const fields: Readonly<Record<ItemText, ReactNode>> = {
    description: (
      <textarea
        id={partId(id, 'description')}
        data-field="description"
        rows={1}
        dir="auto"
        placeholder={hasHints ? words.placeholders.description : undefined}
        autoCapitalize="sentences"
        autoComplete="off"
        enterKeyHint="next"
      />
    ),
    quantity: (
      <input
        type="text"
        className="quantity"
        id={partId(id, 'quantity')}
        data-field="quantity"
        dir="auto"
        placeholder={hasHints ? words.placeholders.quantity : undefined}
        aria-label={words.quantity(name)}
        inputMode="text"
        autoCapitalize="none"
        autoComplete="off"
        enterKeyHint="next"
      />
    ),
  };
  return (
    <>
      {GROWS ? (
        fields.description
      ) : (
        <div className="grow" data-text={text}>
          {fields.description}
        </div>
      )}
      <div className="end">
        {fields.quantity}
        {children}
      </div>
    </>
  );
}
