import { useEffect, useState } from 'react';

/** True once something has been going on for `afterMs` without a pause. */
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
