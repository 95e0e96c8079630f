import type { SubmitEvent } from 'react';
import { useBusy } from './useBusy';

/** Handles a form's submit: one request at a time, and no page reload. */
export const useSubmit = (send: () => Promise<void>) => {
  const [isBusy, start] = useBusy(send);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    start();
  };
  return { isBusy, submit };
};
