/** Outside production, redux-persist logs failed writes to the console. Here full disks are intended, so they are not printed. */
export const hushStorageErrors = (): (() => void) => {
  const real = console.error;
  console.error = (...parts: unknown[]) => {
    if (parts[0] !== 'Error storing data') real(...parts);
  };
  return () => {
    console.error = real;
  };
};
