import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { SubmitEvent } from 'react';
import { NameField } from './NameField';
import { useLazyTexts } from './useLazyTexts';
import { useNameSaving } from './useNameSaving';

const Form = styled('form')({ display: 'grid', gap: 12 });

interface NameFormProps {
  readonly onTold: () => void;
}

/** Asks a person without a name for it, inside another dialog, and says what it is for. */
export function NameForm({ onTold }: NameFormProps) {
  const { t } = useLazyTexts();
  const { field, isBusy, save } = useNameSaving('', onTold);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    save();
  };
  return (
    <Form noValidate onSubmit={submit}>
      <Typography variant="body2">{t('sharing.nameWhy')}</Typography>
      <NameField {...field} />
      <Button type="submit" variant="contained" aria-busy={isBusy}>
        {t('sharing.saveName')}
      </Button>
    </Form>
  );
}
