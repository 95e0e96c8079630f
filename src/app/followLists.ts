import type { i18n } from 'i18next';
import { hrefOf } from '../contract/basePath';
import type { SeenCard, SeenLists } from '../domain/seenLists';
import { cardTexts } from '../features/lists/cardTexts';
import { FIND_LISTS_MIN, FIRST_CARDS } from '../features/lists/overviewSizes';
import { paths } from '../features/paths';
import { keepSeenLists } from '../store/acts/keepSeenLists';
import type { AppStore } from '../store/state/appStore';
import type { RootState } from '../store/state/rootReducer';
import { selectSummary } from '../store/view/itemGroups';
import { selectAreItemsKnown } from '../store/view/listPresence';
import { selectSharing } from '../store/view/sharingSelectors';
import { selectHasPulled, selectList, selectListIds } from '../store/view/viewSelectors';
import { iconAddress } from '../ui/ListIcon';
import { currentLanguage } from './i18n';

/** Typing changes the lists with each key, and only the last state is of use. */
const KEEP_AFTER_MS = 1000;

/** The lists as the overview shows them; null if there are none. */
const seenLists = (state: RootState, i18n: i18n): SeenLists | null => {
  const { t } = i18n;
  const ids = selectListIds(state);
  const cards = ids.slice(0, FIRST_CARDS).flatMap((id): SeenCard[] => {
    const list = selectList(state, id);
    if (!list) return [];
    const members = selectSharing(state, id)?.members ?? 1;
    const { icon, ...texts } = cardTexts(t, { list, summary: selectSummary(state, id), members });
    return [{ ...texts, href: hrefOf(paths.list(id)), picture: iconAddress(icon) }];
  });
  if (cards.length === 0) return null;
  const words = [t('lists.title'), t('tabs.addList'), t('tabs.settings')] as const;
  return { language: currentLanguage(i18n), words, hasFind: ids.length >= FIND_LISTS_MIN, cards };
};

/**
 * Stores what Lists shows, for the next start: a moment after a change, and when the page is hidden. It works for as long
 * as the page lives.
 */
export const followLists = (page: Window, store: AppStore, i18n: i18n): void => {
  const keep = (): void => {
    page.clearTimeout(timer);
    timer = undefined;
    const state = store.getState();
    const ids = selectListIds(state);
    // Until the items of all cards are known, what was stored before says more.
    const isKnown = selectHasPulled(state) && ids.slice(0, FIRST_CARDS).every((id) => selectAreItemsKnown(state, id));
    if (isKnown) store.dispatch(keepSeenLists(seenLists(state, i18n)));
  };
  const keepSoon = (): void => {
    timer ??= page.setTimeout(keep, KEEP_AFTER_MS);
  };
  let timer: number | undefined = page.setTimeout(keep, KEEP_AFTER_MS);
  store.subscribe(keepSoon);
  i18n.on('languageChanged', keepSoon);
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'hidden') keep();
  });
};
