import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { LabelledField } from '../ui/LabelledField';

interface EmailFieldProps {
  readonly value: string;
  readonly onChange: (email: string) => void;
  readonly isInvalid: boolean;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

export function EmailField({ value, onChange, isInvalid, inputRef }: EmailFieldProps) {
  const { t } = useTranslation();
  return (
    <LabelledField
      label={t('guest.email')}
      type="email"
      name="email"
      autoComplete="username"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      isInvalid={isInvalid}
      ref={inputRef}
      inputMode="email"
      autoCapitalize="none"
      enterKeyHint="next"
      spellCheck={false}
    />
  );
}
