import { useState } from 'react';
import type { ListFields } from '../../contract/fields';
import { asIconName, DEFAULT_ICON, type IconName } from '../../domain/listIcons';
import { FormDialog } from '../../ui/FormDialog';
import { LabelledField } from '../../ui/LabelledField';
import { ListIcon } from '../../ui/ListIcon';
import { useLazyTexts } from '../useLazyTexts';
import { IconPicker } from './IconPicker';

/** The dialog edits this copy. Only saving applies it. */
export interface ListDraft extends ListFields {
  readonly icon: IconName;
}

interface ListDialogProps {
  readonly open: boolean;
  /** The list to edit; null starts a new one. */
  readonly list: { readonly name: string; readonly icon: string } | null;
  /** @param before the values when the dialog opened; only what differs from them was changed here */
  readonly onSave: (draft: ListDraft, before: ListDraft) => void;
  readonly onClose: () => void;
}

/** The dialog to add or edit a list. Nothing is required, not even a name. Use a new `key` for each opening. */
export function ListDialog({ open, list, onSave, onClose }: ListDialogProps) {
  const { t } = useLazyTexts();
  const [before] = useState<ListDraft>({
    name: list?.name ?? '',
    icon: list ? asIconName(list.icon) : DEFAULT_ICON,
  });
  const [draft, setDraft] = useState(before);
  return (
    <FormDialog
      open={open}
      title={t(list ? 'dialog.editTitle' : 'dialog.addTitle')}
      icon={<ListIcon name={draft.icon} size={32} />}
      saveLabel={t(list ? 'dialog.editSave' : 'dialog.addSave')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.close')}
      onSave={() => onSave(draft, before)}
      onClose={onClose}
    >
      <LabelledField
        label={t('dialog.name')}
        placeholder={t('dialog.namePlaceholder')}
        value={draft.name}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        dir="auto"
        autoComplete="off"
        autoCapitalize="sentences"
        enterKeyHint="done"
      />
      <IconPicker value={draft.icon} onPick={(icon) => setDraft({ ...draft, icon })} />
    </FormDialog>
  );
}
