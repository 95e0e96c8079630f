import { styled } from '@mui/material/styles';
import type { RefObject } from 'react';
import { FormAlert } from '../ui/FormAlert';
import { LabelledField } from '../ui/LabelledField';
import { useLazyTexts } from './useLazyTexts';

const Field = styled('div')({ '& > [role=alert]:not(:empty)': { margin: '12px 0 0' } });

interface NameFieldProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** Why the name cannot be saved: it is missing, which is said once the person tries to save, or too long. */
  readonly objection: 'nameMissing' | 'nameTooLong' | null;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The name that others in shared lists see. Focus selects it, so that typing replaces it. */
export function NameField({ value, onChange, objection, inputRef }: NameFieldProps) {
  const { t } = useLazyTexts();
  return (
    <Field>
      <LabelledField
        label={t('sharing.yourName')}
        placeholder={t('sharing.namePlaceholder')}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onFocus={({ target }) => target.select()}
        isInvalid={objection !== null}
        ref={inputRef}
        dir="auto"
        autoComplete="given-name"
        enterKeyHint="done"
      />
      <FormAlert>{objection && t(`sharing.${objection}`)}</FormAlert>
    </Field>
  );
}
