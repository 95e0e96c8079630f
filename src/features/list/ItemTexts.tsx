import type { ReactNode } from 'react';
import type { ItemText } from '../../contract/fields';
import type { ItemRow } from '../../contract/records';

interface ItemTextsProps {
  readonly item: ItemRow;
  /** Drawn after the quantity. */
  readonly children?: ReactNode;
}

/** The texts of an item in a row where they cannot be edited. */
export function ItemTexts({ item, children }: ItemTextsProps) {
  // The type makes the compiler report a text that is missing here.
  const texts: Readonly<Record<ItemText, ReactNode>> = {
    description: (
      <span className="text" dir="auto">
        {item.description}
      </span>
    ),
    quantity: (
      <span className="quantity" dir="auto">
        {item.quantity}
      </span>
    ),
  };
  return (
    <>
      {texts.description}
      <span className="end">
        {texts.quantity}
        {children}
      </span>
    </>
  );
}
