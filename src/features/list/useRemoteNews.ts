import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemId, ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { useAppSelector } from '../../store/state/hooks';
import { type ListMoment, remoteChanges, selectShown, selectTold } from '../../store/view/remoteChanges';
import { useAnnounce } from '../../ui/LiveRegions';
import { itemName } from './itemName';

const COLLECT_MS = 2000;

interface Collected {
  count: number;
  ticked: ItemRow[];
}

const nothing = (): Collected => ({ count: 0, ticked: [] });

/**
 * Says what other devices change in the open list: a tick on the row one types in at once, everything else collected for a
 * while, so that a whole pull is one sentence.
 * @param edited the item one types in
 */
export const useRemoteNews = (listId: ListId, edited: ItemId | null): void => {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const told = useAppSelector((state) => selectTold(state, listId));
  const shown = useAppSelector((state) => selectShown(state, listId));
  const before = useRef<ListMoment>({ told, shown });
  const collected = useRef(nothing());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    const tell = (): void => {
      const { count, ticked } = collected.current;
      collected.current = nothing();
      timer.current = undefined;
      const [only] = ticked;
      announce(only && count === 1 ? t('remote.done', { name: itemName(t, only) }) : t('live.remote', { count }));
    };
    const { count, ticked } = remoteChanges(before.current, { told, shown });
    before.current = { told, shown };
    const underHand = ticked.find(({ id }) => id === edited);
    if (underHand) announce(t('remote.done', { name: itemName(t, underHand) }));
    const left = count - (underHand ? 1 : 0);
    if (left === 0) return;
    collected.current.count += left;
    collected.current.ticked.push(...ticked.filter((item) => item !== underHand));
    timer.current ??= setTimeout(tell, COLLECT_MS);
  }, [told, shown, edited, announce, t]);

  useEffect(() => () => clearTimeout(timer.current), []);
};
