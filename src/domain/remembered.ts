/** The function, with its result remembered for each object it was called with, as long as that object exists. */
export const remembered = <Key extends object, Value>(compute: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key) as Value;
  };
};
