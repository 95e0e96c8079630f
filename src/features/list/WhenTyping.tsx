import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { Suggestions } from './Suggestions';

type Props = ComponentProps<typeof Suggestions>;

/** Suggestions are optional. When their code cannot be loaded, nothing is shown. */
const LazySuggestions = lazy(() =>
  import('./Suggestions').then(
    (part) => ({ default: part.Suggestions }),
    () => ({ default: () => null }),
  ),
);

/** Loads suggestions when a row is edited for the first time. A person who only ticks items never loads them. */
export function WhenTyping({ root, ...rest }: Omit<Props, 'root'> & { readonly root: HTMLElement | null }) {
  const [wasEntered, setEntered] = useState(false);
  if (rest.edited && !wasEntered) setEntered(true);
  return <Suspense>{root && wasEntered && <LazySuggestions root={root} {...rest} />}</Suspense>;
}
