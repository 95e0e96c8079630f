/** The name of a record in a commit: store and key, such as `changes 00kx…-tab`. */
export const nameOfRecord = ({ store, key }: { readonly store: string; readonly key: string }): string =>
  `${store} ${key}`;

export const splitName = (name: string): readonly [store: string, key: string] => {
  const space = name.indexOf(' ');
  return [name.slice(0, space), name.slice(space + 1)];
};
