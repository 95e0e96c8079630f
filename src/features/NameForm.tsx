import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type SubmitEvent, useState } from 'react';
import { saveName } from '../store/acts/sharingThunks';
import { useAppDispatch } from '../store/state/hooks';
import { LabelledField } from '../ui/LabelledField';
import { useLazyTexts } from './useLazyTexts';
import { useSharingErrors } from './useSharingErrors';

const LONGEST_NAME = 40;

const Form = styled('form')({ display: 'grid', gap: 12 });

interface NameFormProps {
  readonly onTold: () => void;
}

/** Asks for the name that others in shared lists see. */
export function NameForm({ onTold }: NameFormProps) {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const showError = useSharingErrors();
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const save = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    event.stopPropagation();
    if (isBusy || name.trim() === '') return;
    setBusy(true);
    const answer = await dispatch(saveName(name.trim()));
    setBusy(false);
    if (answer.kind === 'ok') onTold();
    else showError(answer.kind);
  };
  return (
    <Form noValidate onSubmit={(event) => void save(event)}>
      <LabelledField
        label={t('sharing.yourName')}
        placeholder={t('sharing.namePlaceholder')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        dir="auto"
        maxLength={LONGEST_NAME}
        autoComplete="given-name"
        enterKeyHint="done"
      />
      <Button type="submit" variant="contained" aria-busy={isBusy}>
        {t('sharing.saveName')}
      </Button>
    </Form>
  );
}
