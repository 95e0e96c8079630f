import { useContext, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { asItemId, type ItemId, type ListId } from '../../contract/ids';
import { isObject } from '../../contract/records';
import { LIST_PLACE_KEY } from '../../contract/storageKeys';
import { readJson, writeText } from '../../device/webStorage';
import { keepAt } from '../keepAt';
import { FirstLocation } from '../usePageHeading';
import { rowById, shownIds } from './itemElements';

/** The first row that is in the window, and its distance from the top in px. */
interface Place {
  readonly listId: ListId;
  readonly itemId: ItemId;
  readonly top: number;
}

const inTab = (): Storage => sessionStorage;

const readPlace = (): Place | null => {
  const place = readJson(inTab, LIST_PLACE_KEY);
  if (!isObject(place) || typeof place.itemId !== 'string' || typeof place.top !== 'number') return null;
  return { listId: place.listId as ListId, itemId: asItemId(place.itemId), top: place.top };
};

const boxOf = (id: ItemId): DOMRect | undefined => rowById(id)?.getBoundingClientRect();

/** Null at the top of the page. */
const placeIn = (listId: ListId, list: HTMLElement): Place | null => {
  const itemId = shownIds(list).find((id) => (boxOf(id)?.bottom ?? 0) > 0);
  return itemId && window.scrollY > 0 ? { listId, itemId, top: boxOf(itemId)?.top ?? 0 } : null;
};

/**
 * Restores the scroll position in the list after a reload. A phone also reloads a page that it removed from memory
 * while the person used another app. The place is stored when the page is hidden.
 */
export const useListPlace = (listId: ListId, list: HTMLElement | null): void => {
  const isFirst = useLocation() === useContext(FirstLocation);
  useLayoutEffect(() => {
    if (!list) return;
    const place = readPlace();
    writeText(inTab, LIST_PLACE_KEY, null);
    if (isFirst && place?.listId === listId && rowById(place.itemId)) keepAt(() => boxOf(place.itemId)?.top, place.top);
  }, [listId, list, isFirst]);
  useEffect(() => {
    if (!list) return;
    const onVisibility = (): void => {
      const place = document.hidden ? placeIn(listId, list) : null;
      writeText(inTab, LIST_PLACE_KEY, place && JSON.stringify(place));
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, [listId, list]);
};
