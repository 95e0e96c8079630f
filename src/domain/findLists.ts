/** How people type when they look for something: without case, without Polish marks, and spaces anywhere. */
const searchable = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    // The one Polish letter that is no letter with a mark.
    .replaceAll('ł', 'l')
    .replace(/\s+/g, ' ')
    .trim();

interface Found<Id, Item> {
  readonly id: Id;
  /** The items that hold what is looked for; none where only the list's name does. */
  readonly items: readonly Item[];
}

interface Searched<Id, Item> {
  readonly id: Id;
  readonly name: string;
  readonly items: readonly Item[];
}

/** The lists whose name or items hold the text in any part of them, in the order given; all of them for a blank text. */
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
