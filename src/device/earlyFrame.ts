/**
 * The HTML page contains the skeletons of the first screens as templates (`app/pageMarkup.tsx`), so that a slow start of a
 * signed-in person is not blank. One of them may show the content that was seen last.
 */

/** `listsBeside` is Lists in a wide window, where the open list stands beside it. */
export type EarlyFrame = 'lists' | 'listsBeside' | 'list';

interface FrameContent {
  /** By selector in the skeleton. The last text of the element is replaced, because an icon may come before it. */
  readonly words: Readonly<Record<string, string>>;
  /** Makes what comes in place of the shapes, from the pattern in the page. */
  readonly fill: (pattern: Element) => HTMLElement;
}

const templateOf = (page: Document, name: string): HTMLTemplateElement | null =>
  page.querySelector(`template[data-early-frame=${name}]`);

/** Resolves as soon as the browser has parsed all templates, which is before it paints. */
const templatesParsed = (page: Document): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!templateOf(page, 'end')) return;
      parsing.disconnect();
      resolve();
    };
    const parsing = new MutationObserver(look);
    parsing.observe(page, { childList: true, subtree: true });
    look();
  });

/** Shows the skeleton of a screen. @param content what was seen there last */
export const showEarlyFrame = async (page: Document, frame: EarlyFrame, content?: FrameContent): Promise<void> => {
  await templatesParsed(page);
  const template = templateOf(page, frame);
  const pattern = templateOf(page, 'pattern')?.content.firstElementChild;
  if (!template || !pattern) return;
  const shown = page.createElement('div');
  // Screen readers wait for the app.
  shown.ariaHidden = 'true';
  shown.dataset.earlyFrame = frame;
  shown.append(template.content);
  if (content) {
    for (const [selector, text] of Object.entries(content.words)) {
      const last = shown.querySelector(selector)?.lastChild;
      if (last) last.textContent = text;
    }
    shown.querySelector('[aria-busy]')?.replaceWith(content.fill(pattern));
    shown.dataset.filled = '';
  }
  template.before(shown);
};

/** Whether a skeleton shows what was seen last. */
export const isEarlyFrameFilled = (page: Document): boolean =>
  page.querySelector('[data-early-frame][data-filled]') !== null;

/** Removes the skeletons from the page. */
export const removeEarlyFrames = (page: Document): void => {
  for (const frame of page.querySelectorAll('[data-early-frame]')) frame.remove();
};

/** Removes the skeletons when the app has rendered something into its empty root, before that is painted. */
export const replaceEarlyFrames = (page: Document, root: HTMLElement): void =>
  new MutationObserver(() => removeEarlyFrames(page)).observe(root, { childList: true });
