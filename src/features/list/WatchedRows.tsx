import { Component, type ReactNode } from 'react';
import type { ItemId, ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectServerRows } from '../../store/view/remoteChanges';
import { selectSharing } from '../../store/view/sharingSelectors';
import { selectItemRows } from '../../store/view/viewSelectors';
import { glideFrom } from './glide';
import { idsFromFocus, refocus } from './keptFocus';
import { type DrawnList, movesByItself } from './movesByItself';
import { type Places, placesIn } from './places';
import { useRemoteNews } from './useRemoteNews';

interface MovedRowsProps extends DrawnList {
  readonly root: HTMLElement | null;
  readonly children: ReactNode;
}

/** The page right before rows move by themselves. */
interface Before {
  readonly places: Places;
  readonly ids: readonly ItemId[];
}

/** A class component, because hooks cannot look at the page right before React changes it. */
class MovedRows extends Component<MovedRowsProps> {
  override getSnapshotBeforeUpdate(before: MovedRowsProps): Before | null {
    const { root } = this.props;
    return root && movesByItself(before, this.props) ? { places: placesIn(root), ids: idsFromFocus(root) } : null;
  }

  override componentDidUpdate(_props: MovedRowsProps, _state: unknown, before: Before | null): void {
    const { root } = this.props;
    if (!root || !before) return;
    refocus(before.ids);
    glideFrom(root, before.places);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

interface WatchedRowsProps extends Pick<MovedRowsProps, 'root' | 'moves' | 'children'> {
  readonly listId: ListId;
  /** The item that the person edits. */
  readonly editedId: ItemId | null;
}

/**
 * Shows what happens in the list without this person: rows that move by themselves are animated, what another device
 * changed is announced, and the focus stays in the list. Only this component subscribes to every change of the list, so an
 * answer without news draws no row.
 */
export function WatchedRows({ listId, editedId, ...rest }: WatchedRowsProps) {
  const serverRows = useAppSelector((state) => selectServerRows(state, listId));
  const items = useAppSelector((state) => selectItemRows(state, listId));
  const isShared = useAppSelector((state) => selectSharing(state, listId) !== null);
  useRemoteNews({ serverRows, items }, editedId, isShared);
  return <MovedRows serverRows={serverRows} items={items} {...rest} />;
}
