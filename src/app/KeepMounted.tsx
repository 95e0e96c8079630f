import { type ReactNode, Suspense, useState } from 'react';

interface KeepMountedProps {
  readonly isWanted: boolean;
  readonly children: ReactNode;
}

/**
 * Renders a lazy component from its first use on. It stays rendered afterwards, so that its closing animation can end.
 */
export function KeepMounted({ isWanted, children }: KeepMountedProps) {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  return <Suspense fallback={null}>{wasWanted && children}</Suspense>;
}
