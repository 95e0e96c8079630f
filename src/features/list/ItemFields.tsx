import type { ReactNode } from 'react';
import type { ItemText } from '../../contract/fields';
import type { ItemId } from '../../contract/ids';
import { partId } from './itemElements';
import type { RowTexts } from './rowTexts';

/** Whether the browser lets a field grow with its text. Elsewhere a hidden copy of the text sets the height. */
const GROWS = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

interface ItemFieldsProps {
  readonly id: ItemId;
  /** The stored description. */
  readonly text: string;
  readonly name: string;
  readonly hasHints: boolean;
  readonly words: RowTexts;
  /** Drawn after the quantity. */
  readonly children: ReactNode;
}

/**
 * The two fields of an open item. The list writes their texts (`useFieldTexts`). It also writes the description's
 * accessible name (`Produkt 2 z 10`), because it knows the positions.
 */
export function ItemFields({ id, text, name, hasHints, words, children }: ItemFieldsProps) {
  // The type makes the compiler report a field that is missing here.
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
