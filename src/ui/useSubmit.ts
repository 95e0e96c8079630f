import { type SubmitEvent, useRef, useState } from 'react';

/** Handles a form's submit: one request at a time, and no page reload. */
export const useSubmit = (send: () => Promise<void>) => {
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    void send().finally(() => {
      isSending.current = false;
      setBusy(false);
    });
  };
  return { isBusy, submit };
};
