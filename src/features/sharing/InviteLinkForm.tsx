import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type SubmitEvent, useState } from 'react';
import { inviteCodeIn } from '../../contract/inviteLink';
import { FormAlert } from '../../ui/FormAlert';
import { LabelledField } from '../../ui/LabelledField';
import { useInitialFocus } from '../../ui/useInitialFocus';
import { useLazyTexts } from '../useLazyTexts';

const Form = styled('form')({ display: 'grid', gap: 16 });

/** A pasted link is taken at once. A typed one is taken by the button, because its code may not be complete before. */
export function InviteLinkForm({ onCode }: { readonly onCode: (code: string) => void }) {
  const { t } = useLazyTexts();
  const field = useInitialFocus<HTMLInputElement>();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = inviteCodeIn(text);
    setWrong(code === null);
    if (code === null) field.current?.focus();
    else onCode(code);
  };
  return (
    <Form noValidate onSubmit={submit}>
      <LabelledField
        ref={field}
        value={text}
        label={t('sharing.link')}
        placeholder={t('sharing.linkPlaceholder')}
        isInvalid={isWrong}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(false);
        }}
        onPaste={(event) => {
          const code = inviteCodeIn(event.clipboardData.getData('text'));
          if (code !== null) onCode(code);
        }}
        inputMode="url"
        autoComplete="off"
        dir="ltr"
      />
      <div>
        <FormAlert>{isWrong && t('sharing.noLink')}</FormAlert>
        <Button type="submit" variant="contained" fullWidth>
          {t('sharing.next')}
        </Button>
      </div>
    </Form>
  );
}
