/** redux-persist says on the console, outside production, what the store already knows: a full disk is no surprise here. */
export const hushStorageErrors = (): (() => void) => {
  const real = console.error;
  console.error = (...parts: unknown[]) => {
    if (parts[0] !== 'Error storing data') real(...parts);
  };
  return () => {
    console.error = real;
  };
};
