import { Component, type ReactNode } from 'react';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectTold } from '../../store/view/remoteChanges';
import { selectItemRows } from '../../store/view/viewSelectors';
import { glideFrom } from './glide';
import { type ListSnapshot, movesByItself } from './movesByItself';
import { type Places, placesIn } from './places';

interface WatcherProps extends ListSnapshot {
  readonly root: HTMLElement | null;
  readonly children: ReactNode;
}

/** A class component, because hooks cannot measure the page right before React changes it. */
class Watcher extends Component<WatcherProps> {
  override getSnapshotBeforeUpdate(before: WatcherProps): Places | null {
    const { root } = this.props;
    return root && movesByItself(before, this.props) ? placesIn(root) : null;
  }

  override componentDidUpdate(_props: WatcherProps, _state: unknown, places: Places | null): void {
    const { root } = this.props;
    if (root && places) glideFrom(root, places);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

interface GlidingRowsProps extends Pick<WatcherProps, 'root' | 'moves' | 'children'> {
  readonly listId: ListId;
}

/**
 * Animates rows that move although this person did not act: a delay ended, or another device changed something. It
 * subscribes to the server's rows itself, so an answer without news draws no row.
 */
export function GlidingRows({ listId, ...rest }: GlidingRowsProps) {
  const told = useAppSelector((state) => selectTold(state, listId));
  const items = useAppSelector((state) => selectItemRows(state, listId));
  return <Watcher told={told} items={items} {...rest} />;
}
