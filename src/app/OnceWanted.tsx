import { type ReactNode, Suspense, useState } from 'react';

interface OnceWantedProps {
  readonly isWanted: boolean;
  readonly children: ReactNode;
}

/** Draws a lazy part from the first time it is wanted, and keeps it, so that it can leave the screen in its own time. */
export function OnceWanted({ isWanted, children }: OnceWantedProps) {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  return <Suspense fallback={null}>{wasWanted && children}</Suspense>;
}
