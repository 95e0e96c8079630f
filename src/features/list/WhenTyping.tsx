import { type ComponentProps, lazy, Suspense } from 'react';
import { useOnceTrue } from '../useOnceTrue';
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
  const wasEntered = useOnceTrue(rest.edited !== null);
  return <Suspense>{root && wasEntered && <LazySuggestions root={root} {...rest} />}</Suspense>;
}
