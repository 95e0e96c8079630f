import type { ItemId, ListId } from '../../contract/ids';
import { useRemoteNews } from './useRemoteNews';

interface RemoteNewsProps {
  readonly listId: ListId;
  readonly edited: ItemId | null;
}

/** Draws nothing: it follows every change of the list, so that what is drawn need not. */
export function RemoteNews({ listId, edited }: RemoteNewsProps) {
  useRemoteNews(listId, edited);
  return null;
}
