import { type ReactNode, Suspense } from 'react';
import { useOnceTrue } from '../features/useOnceTrue';

interface KeepMountedProps {
  readonly isWanted: boolean;
  readonly children: ReactNode;
}

/**
 * Renders a lazy component from its first use on. It stays rendered afterwards, so that its closing animation can end.
 */
export function KeepMounted({ isWanted, children }: KeepMountedProps) {
  return <Suspense>{useOnceTrue(isWanted) && children}</Suspense>;
}
