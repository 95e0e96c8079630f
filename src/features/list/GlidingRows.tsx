import { Component, type ReactNode } from 'react';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectTold } from '../../store/view/remoteChanges';
import { selectItemRows } from '../../store/view/viewSelectors';
import { glideFrom } from './glide';
import { type ListLook, movesByItself } from './movesByItself';
import { type Places, placesIn } from './places';

interface WatcherProps extends ListLook {
  readonly root: HTMLElement | null;
  readonly children: ReactNode;
}

/** A class, because only that can look at the page right before it changes. */
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
 * Rows that move though nobody touches them, because a wait is over or another device did something, glide to their new
 * places. It follows what the server says by itself, so that an answer with nothing new in it draws no row.
 */
export function GlidingRows({ listId, ...rest }: GlidingRowsProps) {
  const told = useAppSelector((state) => selectTold(state, listId));
  const items = useAppSelector((state) => selectItemRows(state, listId));
  return <Watcher told={told} items={items} {...rest} />;
}
