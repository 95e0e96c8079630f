import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { authorOfVersion, selectAuthors, selectRemovers } from '../../store/state/authorsSlice';
import { useAppSelector } from '../../store/state/hooks';
import { type ListMoment, remoteChanges } from '../../store/view/remoteChanges';
import { useAnnounce } from '../../ui/LiveRegions';
import { itemName } from './itemName';

const COLLECT_MS = 2000;

/** How many items are named when one person changed several. */
const NAMED = 3;

interface Change {
  readonly item: ItemRow;
  readonly kind: 'ticked' | 'removed' | 'other';
  /** The member of the shared list who changed it. Null for the person's own devices, and when it is unknown. */
  readonly by: string | null;
}

const nameOf = (t: TFunction, { item, kind }: Change): string => {
  const name = itemName(t, item);
  return kind === 'other' ? name : t(`remote.${kind}`, { name });
};

/** Says in one sentence what one person changed. */
const sentence = (t: TFunction, changes: readonly Change[], isShared: boolean): string => {
  const [{ item, kind, by } = {}] = changes;
  if (!by && !isShared) {
    const isOneTick = item && kind === 'ticked' && changes.length === 1;
    return isOneTick ? t('remote.done', { name: itemName(t, item) }) : t('live.remote', { count: changes.length });
  }
  const names = changes.slice(0, NAMED).map((change) => nameOf(t, change));
  const count = changes.length - names.length;
  const who = by ?? t('remote.here');
  return t(count > 0 ? 'remote.manyBy' : 'remote.by', { by: who, names: names.join(', '), count });
};

/**
 * Announces what other devices change in the open list. A tick on the edited row is announced at once. Other changes
 * are collected, so that a whole pull is one announcement.
 * @param editedId the item that the person edits
 * @param isShared a change without a name may be another member's: a pull does not say whose it is
 */
export const useRemoteNews = ({ serverRows, items }: ListMoment, editedId: ItemId | null, isShared: boolean): void => {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const before = useRef<ListMoment>({ serverRows, items });
  const authors = useAppSelector(selectAuthors);
  const removers = useAppSelector(selectRemovers);
  /** The last change of each item. A new item arrives empty, and its text follows. */
  const collected = useRef(new Map<ItemId, Change>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    const tell = (): void => {
      const changes = [...collected.current.values()];
      collected.current = new Map();
      timer.current = undefined;
      const people = new Set(changes.map(({ by }) => by));
      announce(
        [...people]
          .map((person) =>
            sentence(
              t,
              changes.filter(({ by }) => by === person),
              isShared,
            ),
          )
          .join('. '),
      );
    };
    const { changed, ticked, removed } = remoteChanges(before.current, { serverRows, items });
    before.current = { serverRows, items };
    const kindOf = (item: ItemRow): Change['kind'] =>
      ticked.includes(item) ? 'ticked' : removed.includes(item) ? 'removed' : 'other';
    const byOf = ({ id }: ItemRow): string | null => {
      const server = serverRows?.[id];
      return server ? authorOfVersion(authors, id, server.updatedAt) : (removers[id] ?? null);
    };
    const changes = changed.map((item) => ({ item, kind: kindOf(item), by: byOf(item) }));
    const inEditedRow = changes.find(({ item, kind }) => kind === 'ticked' && item.id === editedId);
    if (inEditedRow) announce(sentence(t, [inEditedRow], isShared));
    const remaining = changes.filter((change) => change !== inEditedRow);
    if (remaining.length === 0) return;
    for (const change of remaining) collected.current.set(change.item.id, change);
    timer.current ??= setTimeout(tell, COLLECT_MS);
  }, [serverRows, items, editedId, isShared, authors, removers, announce, t]);

  useEffect(() => () => clearTimeout(timer.current), []);
};
