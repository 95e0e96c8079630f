import { type ComponentType, lazy, useState } from 'react';
import { fetchChunk } from '../device/fetchChunk';

/** A part of the app that comes when it is needed, or earlier. */
export interface LazyPart<Props extends object> {
  readonly Part: ComponentType<Props>;
  /** Fetches it ahead of its first use; a failure here is only a prefetch that failed. */
  readonly prefetch: () => Promise<void>;
}

interface ShownProps<Props extends object> {
  readonly part: () => ComponentType<Props>;
  readonly props: Props;
}

/** Decides once which component it shows: one that changed would lose what is in it. */
function Shown<Props extends object>({ part, props }: ShownProps<Props>) {
  const [Part] = useState(part);
  return <Part {...props} />;
}

export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> => {
  let fetched: ComponentType<Props> | null = null;
  const fetch = async (): Promise<ComponentType<Props>> => {
    fetched = await load();
    return fetched;
  };
  // Its type adds refs, which no part has, and cannot be told from the props of a type parameter.
  const Fetching = lazy(async () => ({ default: await fetchChunk(fetch) })) as unknown as ComponentType<Props>;
  // What is here is drawn at once: a lazy component would suspend even then, and show the fallback for a moment.
  const part = (): ComponentType<Props> => fetched ?? Fetching;
  const draw = (props: Props) => <Shown part={part} props={props} />;
  const prefetch = (): Promise<void> =>
    fetch().then(
      () => undefined,
      () => undefined,
    );
  return { Part: draw, prefetch };
};
