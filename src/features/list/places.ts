/** Rows carry `data-item`; what else may move when rows do carries `data-glides`, and the cards around them `data-sheet`. */
const MOVERS = '[data-item], [data-glides]';
const SHEETS = '[data-sheet]';

export interface Place {
  readonly top: number;
  readonly bottom: number;
  readonly parent: Element | null;
}

/** Where everything in a list stands in the window. */
export interface Places {
  readonly movers: ReadonlyMap<string, Place>;
  readonly sheets: ReadonlyMap<string, Place>;
  /** The row that stays where it is on screen if any can: the one someone types in, else the first one in sight. */
  readonly anchor: string | null;
}

export const moversIn = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(MOVERS)];
export const sheetsIn = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(SHEETS)];

/** By this name an element is known again, even when it was drawn anew in another section. */
export const nameOf = ({ dataset }: HTMLElement): string => dataset.item ?? dataset.glides ?? dataset.sheet ?? '';

/** What this one stands in, if that may move too. */
export const moverAround = (element: Element): Element | null => element.parentElement?.closest(MOVERS) ?? null;

export const placeOf = (element: Element): Place => {
  const { top, bottom } = element.getBoundingClientRect();
  return { top, bottom, parent: element.parentElement };
};

export const isInSight = ({ top, bottom }: Place): boolean => bottom > 0 && top < window.innerHeight;

const placesOf = (elements: readonly HTMLElement[]): Map<string, Place> =>
  new Map(elements.map((element) => [nameOf(element), placeOf(element)]));

const headerBottom = (root: ParentNode): number => {
  const page = root instanceof Element ? root.closest('[data-page]') : null;
  return page?.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
};

export const placesIn = (root: ParentNode): Places => {
  const elements = moversIn(root);
  const movers = placesOf(elements);
  const rows = elements.filter(({ dataset }) => dataset.item);
  const edge = headerBottom(root);
  const isClear = (row: HTMLElement): boolean => {
    const place = movers.get(nameOf(row));
    return place !== undefined && place.top >= edge && place.top < window.innerHeight;
  };
  const typedIn = rows.find((row) => row.contains(document.activeElement) && isClear(row));
  const anchor = typedIn ?? rows.find(isClear);
  return { movers, sheets: placesOf(sheetsIn(root)), anchor: anchor ? nameOf(anchor) : null };
};
