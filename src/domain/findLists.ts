import { foldText } from './foldText';

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
  const wanted = foldText(text);
  return lists.flatMap(({ id, name, items }) => {
    const found = wanted === '' ? [] : items.filter(({ description }) => foldText(description).includes(wanted));
    return found.length > 0 || foldText(name).includes(wanted) ? [{ id, items: found }] : [];
  });
};
