import { useRef, useState } from 'react';
import { saveName } from '../store/acts/sharingThunks';
import { useAppDispatch } from '../store/state/hooks';
import { useBusy } from '../ui/useBusy';
import { useSharingErrors } from './useSharingErrors';

/** In characters, as the server counts them. */
const LONGEST_NAME = 40;

/**
 * Saves the name that others in shared lists see. A missing or too long name is not sent, and the field says why.
 * @param first the name that the field starts with
 */
export const useNameSaving = (first: string, onSaved: () => void) => {
  const dispatch = useAppDispatch();
  const showError = useSharingErrors();
  const [value, setValue] = useState(first);
  const [isMissing, setMissing] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const isTooLong = [...value.trim()].length > LONGEST_NAME;
  const objection = isTooLong ? 'nameTooLong' : isMissing ? 'nameMissing' : null;
  const onChange = (name: string): void => {
    setMissing(false);
    setValue(name);
  };
  const [isBusy, save] = useBusy(async () => {
    const name = value.trim();
    setMissing(name === '');
    if (name === '' || isTooLong) return inputRef.current?.focus();
    const answer = await dispatch(saveName(name));
    if (answer.kind === 'ok') onSaved();
    else showError(answer.kind);
  });
  return { field: { value, onChange, objection, inputRef } as const, isBusy, save };
};
