import { useEffect, useRef } from 'react';
import type { ListId, UserId } from '../../contract/ids';
import type { ListRow } from '../../contract/records';
import { isInPlaceOf } from '../../contract/uuids';
import { authorOfVersion, selectAuthors } from '../../store/state/authorsSlice';
import { useAppSelector } from '../../store/state/hooks';
import type { RootState } from '../../store/state/rootReducer';
import { useSnackBar } from '../../ui/SnackBars';
import { listName } from '../listName';
import { useLazyTexts } from '../useLazyTexts';

const SHOWN_MS = 6000;

type ServerLists = RootState['data']['base']['lists'];

/** Whose lists are known, and which of them are shown. */
export interface KnownLists {
  readonly user: UserId | undefined;
  readonly lists: ServerLists;
  readonly shown: RootState['lists']['rows'];
}

interface SharingNewsProps {
  /** What was known when the session opened. This code may come after the first pull. */
  readonly atStart: KnownLists;
}

/** Tells the person that they lost access to a shared list, or that somebody joined one. Draws nothing. */
export function SharingNews({ atStart }: SharingNewsProps) {
  const { t } = useLazyTexts();
  const { show } = useSnackBar();
  const user = useAppSelector(({ session }) => session.user?.id);
  const lists = useAppSelector(({ data }) => data.base.lists);
  /** False after the data are closed. Then no list is known, and none is lost. */
  const isKnown = useAppSelector(({ data }) => data.base.cursors.lists !== null);
  const authors = useAppSelector(selectAuthors);
  const shown = useAppSelector(({ lists }) => lists.rows);
  const before = useRef(atStart);
  /** What removes the messages about lost lists, by list. */
  const told = useRef(new Map<string, () => void>());
  useEffect(() => {
    const was = before.current;
    before.current = { user, lists, shown };
    for (const [id, hide] of told.current) {
      const isBack = id in lists || Object.keys(lists).some((other) => isInPlaceOf(other, id));
      if (was.user === user && !isBack) continue;
      hide();
      told.current.delete(id);
    }
    if (was.user !== user || was.lists === lists || !isKnown) return;
    for (const [id, server] of Object.entries<ServerLists[keyof ServerLists]>(was.lists)) {
      const name = listName(t, (server.row as ListRow).name);
      const now = (lists as Readonly<Record<string, typeof server>>)[id];
      // A list that the person left is not on screen any more, so nothing is said.
      const isLost = !now && server.sharing?.role === 'member' && id in was.shown;
      if (isLost) {
        const text = t('sharing.lost', { name });
        told.current.set(id, show({ text, name, durationMs: null, urgency: 'assertive' }));
      }
      const [had, has] = [server.sharing?.members ?? 1, now?.sharing?.members ?? 1];
      if (!now || has <= had) continue;
      const by = authorOfVersion(authors, id as ListId, now.updatedAt);
      const text = by ? t('sharing.joinedBy', { by, name }) : t('sharing.joined', { name });
      show({ text, name, durationMs: SHOWN_MS, yields: true });
    }
  }, [user, lists, isKnown, shown, authors, show, t]);
  return null;
}
