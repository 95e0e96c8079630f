import { Component, type ReactNode } from 'react';
import type { ItemId, ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectServerRows } from '../../store/view/remoteChanges';
import { selectItemRows } from '../../store/view/viewSelectors';
import { glideFrom } from './glide';
import { type DrawnList, movesByItself } from './movesByItself';
import { type Places, placesIn } from './places';
import { useRemoteNews } from './useRemoteNews';

interface GlideProps extends DrawnList {
  readonly root: HTMLElement | null;
  readonly children: ReactNode;
}

/** A class component, because hooks cannot measure the page right before React changes it. */
class Glide extends Component<GlideProps> {
  override getSnapshotBeforeUpdate(before: GlideProps): Places | null {
    const { root } = this.props;
    return root && movesByItself(before, this.props) ? placesIn(root) : null;
  }

  override componentDidUpdate(_props: GlideProps, _state: unknown, places: Places | null): void {
    const { root } = this.props;
    if (root && places) glideFrom(root, places);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

interface WatchedRowsProps extends Pick<GlideProps, 'root' | 'moves' | 'children'> {
  readonly listId: ListId;
  /** The item that the person edits. */
  readonly editedId: ItemId | null;
}

/**
 * Shows what happens in the list without this person: rows that move by themselves are animated, and what another
 * device changed is announced. Only this component subscribes to every change of the list, so an answer without news
 * draws no row.
 */
export function WatchedRows({ listId, editedId, ...rest }: WatchedRowsProps) {
  const serverRows = useAppSelector((state) => selectServerRows(state, listId));
  const items = useAppSelector((state) => selectItemRows(state, listId));
  useRemoteNews({ serverRows, items }, editedId);
  return <Glide serverRows={serverRows} items={items} {...rest} />;
}
