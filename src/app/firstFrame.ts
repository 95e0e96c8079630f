import { hrefOf, pathBelow } from '../contract/basePath';
import { inviteCodeAt } from '../contract/inviteLink';
import { INVITATION_KEY, LANGUAGE_KEY, seenListsKey, TOKEN_KEY, USER_KEY } from '../contract/storageKeys';
import { parseStoredUser } from '../contract/user';
import { readColorScheme, showColorScheme } from '../device/colorScheme';
import { reserveInvitation, showEarlyForm } from '../device/earlyForm';
import { type EarlyFrame, showEarlyFrame } from '../device/earlyFrame';
import { markPlatform, platformOf, readDeviceFacts } from '../device/platform';
import { readText } from '../device/webStorage';
import { parseSeenLists, type SeenLists } from '../domain/seenLists';
import { earlyCards } from '../features/lists/earlyCards';
import { paths } from '../features/paths';
import { beginReading } from '../storage/readAhead';
import { PANES_PX } from '../ui/tokens';
import { type FirstScreen, firstScreenOf } from './firstScreen';

/**
 * A script of about three kilobytes that runs before the first paint. It sets the colours. It requests the code of the
 * first screen and starts reading stored data. It shows what the page contains of that screen (`pageMarkup.tsx`): the
 * sign-in form for a guest; for a signed-in person Lists as it was seen last, or a skeleton. Other screens begin blank.
 */

/** How long the sign-in waits for its fonts. A font that loads after the first text is not used in this visit. */
const FONT_TIMEOUT_MS = 300;

const stored = (key: string): string | null => readText(() => localStorage, key);

const isLoaded = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve) => {
    if (performance.getEntriesByName(link.href).length > 0) resolve(null);
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });

const preloadedFonts = (): Promise<unknown> =>
  Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[as=font]')].map(isLoaded));

/**
 * Requests the code of a screen now; the app would do it only once it runs. The priority is below everything visible.
 */
const askForFiles = (screen: FirstScreen): void => {
  const named = document.querySelector<HTMLMetaElement>(`meta[name=files-of-${screen}]`);
  for (const href of named?.content.split(' ') ?? []) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href, crossOrigin: '', fetchPriority: 'low' });
    document.head.append(link);
  }
};

showColorScheme(
  document,
  readColorScheme(() => localStorage),
);
markPlatform(document.documentElement, platformOf(readDeviceFacts()));

/** The lists as this person saw them last. */
const readSeenLists = (): SeenLists | null => {
  const user = parseStoredUser(stored(USER_KEY));
  return user && parseSeenLists(stored(seenListsKey(user.id)));
};

/** A press on the button for a new list works before the app is there; all other controls in a skeleton are links. */
const openNewList = ({ target }: Event): void => {
  if (target instanceof Element && target.closest('[data-early-frame] nav button'))
    location.assign(hrefOf(paths.newList));
};

/** Shows Lists as it was seen last, or as a skeleton. */
const showLists = (frame: EarlyFrame): void => {
  document.addEventListener('click', openNewList);
  const seen = readSeenLists();
  if (seen?.language === language) {
    const [h1, add, logs] = seen.words;
    const words = { h1, 'nav button': add, 'nav a': logs };
    void showEarlyFrame(document, frame, { words, fill: (pattern) => earlyCards(pattern, seen) });
  } else if (isInLanguageOfPage) void showEarlyFrame(document, frame);
};

const { lang } = document.documentElement;
const { pathname, hash } = location;
const screen = firstScreenOf(pathBelow(pathname), hash, stored(TOKEN_KEY) !== null);
const language = stored(LANGUAGE_KEY) ?? lang;
const isInLanguageOfPage = language === lang;
askForFiles(screen);
if (screen === 'lists' || screen === 'list') {
  beginReading();
  const hasTwoPanes = matchMedia(`(min-width: ${PANES_PX}px)`).matches;
  if (screen === 'lists') showLists(hasTwoPanes ? 'listsBeside' : 'lists');
  else if (isInLanguageOfPage && !hasTwoPanes) void showEarlyFrame(document, 'list');
}
if (screen === 'guest' && isInLanguageOfPage) {
  if (inviteCodeAt(hash) !== null || readText(() => sessionStorage, INVITATION_KEY) !== null)
    reserveInvitation(document);
  const fontTimeout = new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS));
  void Promise.race([preloadedFonts(), fontTimeout]).then(() => {
    // Not if the app has rendered already.
    if (document.querySelector('#root:not([data-guest])') === null) showEarlyForm(document);
  });
}
