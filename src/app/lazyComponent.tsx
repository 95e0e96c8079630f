import { type ComponentType, useState } from 'react';
import { lazyPart } from '../features/lazyPart';

/** A component that is loaded when it is first rendered, or earlier by `prefetch`. */
interface LazyComponent<Props extends object> {
  readonly Lazy: ComponentType<Props>;
  /** Loads the code before its first use. A failed prefetch is ignored. */
  readonly prefetch: () => Promise<void>;
}

interface ShownProps<Props extends object> {
  readonly pick: () => ComponentType<Props>;
  readonly props: Props;
}

/** Picks the component once. Switching to another one later would lose its state. */
function Shown<Props extends object>({ pick, props }: ShownProps<Props>) {
  const [Component] = useState(pick);
  return <Component {...props} />;
}

export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => {
  let fetched: ComponentType<Props> | null = null;
  const fetch = async (): Promise<ComponentType<Props>> => {
    fetched = await load();
    return fetched;
  };
  // The type of `lazy` adds refs, which these components do not have.
  const Fetching = lazyPart(fetch) as unknown as ComponentType<Props>;
  // Code that is already loaded renders at once. A lazy component would still suspend and show its fallback for a
  // moment.
  const pick = (): ComponentType<Props> => fetched ?? Fetching;
  const draw = (props: Props) => <Shown pick={pick} props={props} />;
  const prefetch = (): Promise<void> =>
    fetch().then(
      () => undefined,
      () => undefined,
    );
  return { Lazy: draw, prefetch };
};
