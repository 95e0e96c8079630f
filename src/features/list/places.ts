/** Rows carry `data-item`. Other elements that move with them carry `data-glides`. Their cards carry `data-sheet`. */
const MOVERS = '[data-item], [data-glides]';
const SHEETS = '[data-sheet]';

export interface Place {
  readonly top: number;
  readonly bottom: number;
  readonly parent: Element | null;
}

/** The position of each movable element in the window. */
export interface Places {
  readonly movers: ReadonlyMap<string, Place>;
  readonly sheets: ReadonlyMap<string, Place>;
  /** The row that should keep its position on screen: the edited row, else the first visible one. */
  readonly anchor: string | null;
}

export const moversIn = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(MOVERS)];
export const sheetsIn = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(SHEETS)];

/** The same name finds an element again, even when React drew it anew in another section. */
export const nameOf = ({ dataset }: HTMLElement): string => dataset.item ?? dataset.glides ?? dataset.sheet ?? '';

/** The nearest movable element that contains this one. */
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
