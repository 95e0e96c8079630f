import type { TFunction } from 'i18next';

/** How texts name a list: by its name, else by a text that stands for it. */
export const listName = (t: TFunction, name: string): string => name.trim() || t('list.fallbackName');
