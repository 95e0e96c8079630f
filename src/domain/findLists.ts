/** A text as it is compared in a search: without case, diacritics and needless spaces. */
const searchable = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    // The only Polish letter that Unicode does not decompose.
    .replaceAll('ł', 'l')
    .replace(/\s+/g, ' ')
    .trim();

interface Found<Id, Item> {
  readonly id: Id;
  /** The matching items; empty if only the list's name matches. */
  readonly items: readonly Item[];
}

interface Searched<Id, Item> {
  readonly id: Id;
  readonly name: string;
  readonly items: readonly Item[];
}

/** The lists whose name or items contain the text, in the given order. A blank text matches all lists. */
export const findLists = <Id, Item extends { readonly description: string }>(
  lists: readonly Searched<Id, Item>[],
  text: string,
): Found<Id, Item>[] => {
  const wanted = searchable(text);
  return lists.flatMap(({ id, name, items }) => {
    const found = wanted === '' ? [] : items.filter(({ description }) => searchable(description).includes(wanted));
    return found.length > 0 || searchable(name).includes(wanted) ? [{ id, items: found }] : [];
  });
};
