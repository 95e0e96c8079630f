/**
 * The HTML page contains the sign-in form before any script runs (`app/pageMarkup.tsx`). Typed text stays in its
 * fields. A press on a button or link is held back until the app has taken over the form. The page's styles show the form
 * and the pressed button by the same attributes.
 */

/** Shows the form in the page, and holds back presses from now on. Enter in a field is a press on the submit button. */
export const showEarlyForm = (page: Document): void => {
  const { dataset } = page.documentElement;
  dataset.early = '';
  page.addEventListener(
    'click',
    (event) => {
      const pressed = dataset.early === '' && (event.target as Element).closest<HTMLElement>('a, button');
      if (!pressed) return;
      event.preventDefault();
      delete pressedIn(page)?.dataset.pressed;
      pressed.dataset.pressed = '';
    },
    { capture: true },
  );
};

const pressedIn = (page: Document): HTMLElement | null => page.querySelector('[data-pressed]');

/** Reserves the place of an invitation above the form, until the app has taken over the form. */
export const reserveInvitation = ({ documentElement }: Document): void => {
  documentElement.dataset.invited = '';
};

let tellTaken: () => void;
/** Resolves when the app has taken over the form. */
export const earlyFormTaken = new Promise<void>((resolve) => {
  tellTaken = resolve;
});

/** Called when the app has taken over the form, or has drawn another screen. Repeats the last press that was held back. */
export const takeEarlyForm = (page: Document): void => {
  const { dataset } = page.documentElement;
  tellTaken();
  delete dataset.early;
  delete dataset.invited;
  const pressed = pressedIn(page);
  delete pressed?.dataset.pressed;
  pressed?.click();
};
