/**
 * The HTML page contains the sign-in form before any script runs (`app/pageMarkup.tsx`). Typed text stays in its
 * fields. A submit is held back until the app has taken over the form. The page's styles show the form by the same
 * attribute.
 */

const GUEST = 'guest';
const SENT = 'sent';

/** Shows the form in the page, and holds back its submit from now on. */
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

/** Reserves the place of an invitation above the form, until the app has taken over the form. */
export const reserveInvitation = ({ documentElement }: Document): void => {
  documentElement.dataset.invited = '';
};

let tellTaken: () => void;
/** Resolves when the app has taken over the form. */
export const earlyFormTaken = new Promise<void>((resolve) => {
  tellTaken = resolve;
});

/**
 * Called when the app has taken over the form.
 * @returns whether somebody submitted it before
 */
export const takeEarlyForm = (page: Document): boolean => {
  const { dataset } = page.documentElement;
  tellTaken();
  const wasSent = dataset.early === SENT;
  delete dataset.early;
  delete dataset.invited;
  return wasSent;
};
