import { useState } from 'react';

/** True from the first time that it is: what was known once does not become unknown again. */
export const useOnceTrue = (isTrue: boolean): boolean => {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue || isTrue;
};
