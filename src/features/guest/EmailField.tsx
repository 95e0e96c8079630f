import { useTranslation } from 'react-i18next';
import { LabelledField } from '../../ui/LabelledField';

interface EmailFieldProps {
  readonly value: string;
  readonly onChange: (email: string) => void;
  readonly isInvalid: boolean;
}

export function EmailField({ value, onChange, isInvalid }: EmailFieldProps) {
  const { t } = useTranslation();
  return (
    <LabelledField
      label={t('guest.email')}
      type="email"
      name="email"
      autoComplete="username"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={isInvalid}
      inputProps={{ inputMode: 'email', autoCapitalize: 'none', enterKeyHint: 'next', spellCheck: false }}
    />
  );
}
