import { styled } from '@mui/material/styles';
import type { RefObject } from 'react';
import { FormAlert } from '../ui/FormAlert';
import { LabelledField } from '../ui/LabelledField';
import { useLazyTexts } from './useLazyTexts';

const LONGEST_NAME = 40;

const Field = styled('div')({ '& > [role=alert]:not(:empty)': { margin: '12px 0 0' } });

interface NameFieldProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** The person tried to save without a name. */
  readonly isMissing: boolean;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The name that others in shared lists see. Focus selects it, so that typing replaces it. */
export function NameField({ value, onChange, isMissing, inputRef }: NameFieldProps) {
  const { t } = useLazyTexts();
  return (
    <Field>
      <LabelledField
        label={t('sharing.yourName')}
        placeholder={t('sharing.namePlaceholder')}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onFocus={({ target }) => target.select()}
        isInvalid={isMissing}
        ref={inputRef}
        dir="auto"
        maxLength={LONGEST_NAME}
        autoComplete="given-name"
        enterKeyHint="done"
      />
      <FormAlert>{isMissing && t('sharing.nameMissing')}</FormAlert>
    </Field>
  );
}
