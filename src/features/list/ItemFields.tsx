import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { ItemId } from '../../contract/ids';
import { partId } from './itemElements';
import { useFieldText } from './useFieldText';

interface ItemFieldsProps {
  readonly id: ItemId;
  readonly description: string;
  readonly quantity: string;
  readonly name: string;
  readonly hasHints: boolean;
  readonly t: TFunction;
  /** What stands after the quantity. */
  readonly children: ReactNode;
}

/**
 * The two fields of an open item. The description's name (`Produkt 2 z 10`) is set by the list, which knows the places;
 * placeholders come and go and are never a name.
 */
export function ItemFields({ id, description, quantity, name, hasHints, t, children }: ItemFieldsProps) {
  const descriptionRef = useFieldText<HTMLTextAreaElement>(description);
  const quantityRef = useFieldText<HTMLInputElement>(quantity);
  return (
    <>
      <div className="grow" data-text={description}>
        <textarea
          ref={descriptionRef}
          id={partId(id, 'description')}
          data-field="description"
          rows={1}
          dir="auto"
          placeholder={hasHints ? t('item.placeholder') : undefined}
          autoCapitalize="sentences"
          autoComplete="off"
          enterKeyHint="next"
        />
      </div>
      <div className="end">
        <input
          ref={quantityRef}
          type="text"
          className="quantity"
          id={partId(id, 'quantity')}
          data-field="quantity"
          dir="auto"
          placeholder={hasHints ? t('item.qtyPlaceholder') : undefined}
          aria-label={t('item.qtyField', { name })}
          inputMode="text"
          autoCapitalize="none"
          autoComplete="off"
          enterKeyHint="next"
        />
        {children}
      </div>
    </>
  );
}
