import { Component, type ReactNode } from 'react';
import { glideFrom } from './glide';
import { type ListLook, movesByItself } from './movesByItself';
import { type Places, placesIn } from './places';

interface GlidingRowsProps extends ListLook {
  readonly root: HTMLElement | null;
  readonly children: ReactNode;
}

/**
 * Rows that move though nobody touches them, because a wait is over or another device did something, glide to their new
 * places. A class, because only that can look at the page right before it changes.
 */
export class GlidingRows extends Component<GlidingRowsProps> {
  override getSnapshotBeforeUpdate(before: GlidingRowsProps): Places | null {
    const { root } = this.props;
    return root && movesByItself(before, this.props) ? placesIn(root) : null;
  }

  override componentDidUpdate(_props: GlidingRowsProps, _state: unknown, places: Places | null): void {
    const { root } = this.props;
    if (root && places) glideFrom(root, places);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
