import { useEffect, useState } from 'react';

/** True once `isGoingOn` has been true for `afterMs` without a break. */
export const useIsSlow = (isGoingOn: boolean, afterMs: number): boolean => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return;
    const timer = setTimeout(() => setSlow(true), afterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isGoingOn, afterMs]);
  return isSlow;
};
