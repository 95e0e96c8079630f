import type { i18n } from 'i18next';
import type { AppStore } from '../store/state/appStore';
import { followLists } from './followLists';
import { reloadForLostDisk } from './reloadForLostDisk';

/** What follows the store, and may start once the page is idle. */
export const followStore = (page: Window, store: AppStore, i18n: i18n): void => {
  followLists(page, store, i18n);
  reloadForLostDisk(page, store);
};
