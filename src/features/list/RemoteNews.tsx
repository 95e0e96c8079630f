import type { ItemId, ListId } from '../../contract/ids';
import { useRemoteNews } from './useRemoteNews';

interface RemoteNewsProps {
  readonly listId: ListId;
  readonly edited: ItemId | null;
}

/** Draws nothing. It subscribes to every change of the list, so that the drawing components need not. */
export function RemoteNews({ listId, edited }: RemoteNewsProps) {
  useRemoteNews(listId, edited);
  return null;
}
