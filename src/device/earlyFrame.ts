/**
 * The HTML page contains the skeletons of the first screens (`app/pageMarkup.tsx`), so that a slow start of a signed-in
 * person is not blank. The page's styles show the one that the root element names.
 */

/** Shows the skeleton of a screen. */
export const showEarlyFrame = (page: Document, screen: 'lists' | 'list'): void => {
  page.documentElement.dataset.frame = screen;
};

/** Removes the skeletons from the page. */
export const removeEarlyFrames = (page: Document): void => {
  for (const frame of page.querySelectorAll('[data-early-frame]')) frame.remove();
};

/** Removes the skeletons when the app has rendered something into its empty root, before that is painted. */
export const replaceEarlyFrames = (page: Document, root: HTMLElement): void =>
  new MutationObserver(() => removeEarlyFrames(page)).observe(root, { childList: true });
