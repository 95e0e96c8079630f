import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { Suggestions } from './Suggestions';

type Props = ComponentProps<typeof Suggestions>;

/** They help, and nothing waits for them: where their code cannot be had, one types without. */
const LazySuggestions = lazy(() =>
  import('./Suggestions').then(
    (part) => ({ default: part.Suggestions }),
    () => ({ default: () => null }),
  ),
);

/** Suggestions from the first time a row is entered; who only ticks does without their code. */
export function WhenTyping({ root, ...rest }: Omit<Props, 'root'> & { readonly root: HTMLElement | null }) {
  const [wasEntered, setEntered] = useState(false);
  if (rest.held && !wasEntered) setEntered(true);
  return <Suspense>{root && wasEntered && <LazySuggestions root={root} {...rest} />}</Suspense>;
}
