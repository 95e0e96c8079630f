import IconButton from '@mui/material/IconButton';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisibilityOffOutlined } from '../../ui/icons/VisibilityOffOutlined';
import { VisibilityOutlined } from '../../ui/icons/VisibilityOutlined';
import { LabelledField } from '../../ui/LabelledField';

interface PasswordFieldProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly isInvalid: boolean;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** A password that can be looked at. */
export function PasswordField({ value, onChange, isInvalid, autoComplete, inputRef }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <LabelledField
      label={t('guest.password')}
      type={isShown ? 'text' : 'password'}
      name="password"
      autoComplete={autoComplete}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={isInvalid}
      {...(inputRef && { inputRef })}
      inputProps={{ enterKeyHint: 'go', autoCapitalize: 'none', spellCheck: false }}
      endAdornment={
        <IconButton
          aria-label={t(isShown ? 'guest.hidePassword' : 'guest.showPassword')}
          onClick={() => setShown(!isShown)}
          edge="end"
        >
          {isShown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
        </IconButton>
      }
    />
  );
}
