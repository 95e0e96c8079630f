/**
 * The sign-in stands in the page before any script does (`app/guestMarkup.tsx`). What somebody types there stays in its fields; a
 * submit is held back until the app has taken the form over. The style sheet of the page shows the form by the same attribute.
 */

const GUEST = 'guest';
const SENT = 'sent';

/** Shows the form that came with the page, and holds its submit back from now on. */
export const showEarlyForm = (page: Document): void => {
  const { dataset } = page.documentElement;
  dataset.early = GUEST;
  page.addEventListener(
    'submit',
    (event) => {
      if (dataset.early === undefined) return;
      event.preventDefault();
      dataset.early = SENT;
    },
    { capture: true },
  );
};

let tellTaken: () => void;
/** Resolves when the app has the form. */
export const earlyFormTaken = new Promise<void>((resolve) => {
  tellTaken = resolve;
});

/** The app has the form now. @returns whether somebody sent it meanwhile */
export const takeEarlyForm = (page: Document): boolean => {
  const { dataset } = page.documentElement;
  tellTaken();
  const wasSent = dataset.early === SENT;
  delete dataset.early;
  return wasSent;
};
