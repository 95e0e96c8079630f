import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisibilityOffOutlined } from '../ui/icons/VisibilityOffOutlined';
import { VisibilityOutlined } from '../ui/icons/VisibilityOutlined';
import { LabelledField } from '../ui/LabelledField';

const Hint = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  margin: '6px 0 0',
  color: theme.vars.palette.text.secondary,
}));

interface PasswordFieldProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly isInvalid: boolean;
  readonly autoComplete: 'current-password' | 'new-password';
  /** Needed where a form has several passwords. The default is "Password". */
  readonly label?: string;
  /** The rule for a new password, shown before the person types. */
  readonly hint?: string | undefined;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** A password field with a button that shows the text. */
export function PasswordField({ value, onChange, isInvalid, autoComplete, label, hint, inputRef }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const hintId = useId();
  return (
    <div>
      <LabelledField
        label={label ?? t('guest.password')}
        type={isShown ? 'text' : 'password'}
        name="password"
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        isInvalid={isInvalid}
        ref={inputRef}
        enterKeyHint="go"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={hint && hintId}
        end={
          <IconButton
            aria-label={t(isShown ? 'guest.hidePassword' : 'guest.showPassword')}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
          </IconButton>
        }
      />
      {hint && <Hint id={hintId}>{hint}</Hint>}
    </div>
  );
}
