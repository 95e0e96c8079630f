import Sortable from 'sortablejs';
import { asItemId, type ItemId } from '../../contract/ids';
import { MOTION_MS } from '../../ui/tokens';
import { itemOf, rowById } from './itemElements';

const HANDLE = '.handle';
const ROW = 'li[data-item]';
/** A row changes places once this part of the other one is passed; with all of it a small row would jump to and fro over a tall one. */
const PASSED_PART = 0.6;

const wantsStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The rows of a section as they stand in the page, without the copy that follows the pointer. */
const idsIn = (section: HTMLElement): ItemId[] =>
  [...section.querySelectorAll<HTMLElement>(`:scope > ${ROW}:not(.dragged-copy)`)].map((row) =>
    asItemId(row.dataset.item ?? ''),
  );

/**
 * The library looks where the pointer is only twenty times a second, and forgets the last look when a row is let go: one thrown quickly fell a
 * place short. It has no public way to look once more.
 */
const lookOnceMore = (sortable: Sortable): void => {
  const look: unknown = Reflect.get(sortable, '_emulateDragOver');
  if (typeof look === 'function') look.call(sortable);
};

export interface DragEvents {
  /** The rows of the section as React has drawn them. */
  readonly drawn: (id: ItemId) => readonly ItemId[];
  readonly onDrop: (id: ItemId, index: number) => void;
}

/**
 * Lets rows be dragged by their handles. While one is dragged the library moves it in the page; dropped, it is put back to where React
 * drew it, and React moves it for good. From now on the handles are seen (`handleLooks`). Each section is prepared when one of its handles is pressed for the first time.
 * @returns what ends it
 */
export const dragRows = (root: HTMLElement, { drawn, onDrop }: DragEvents): (() => void) => {
  const prepared = new Map<HTMLElement, Sortable>();

  const drop = (row: HTMLElement): void => {
    const id = itemOf(row);
    const section = row.parentElement;
    if (!id || !section) return;
    const index = idsIn(section).indexOf(id);
    const ids = drawn(id);
    const next = ids[ids.indexOf(id) + 1];
    section.insertBefore(row, next ? rowById(next) : null);
    onDrop(id, index);
  };

  const prepare = (section: HTMLElement): Sortable => {
    const sortable = Sortable.create(section, {
      handle: HANDLE,
      draggable: ROW,
      // The browser's own drag and drop knows no finger.
      forceFallback: true,
      fallbackClass: 'dragged-copy',
      chosenClass: 'dragged',
      ghostClass: 'dragged',
      swapThreshold: PASSED_PART,
      animation: wantsStillness() ? 0 : MOTION_MS.fade,
      scrollSensitivity: 80,
      onStart: () => root.setAttribute('data-dragging', ''),
      onEnd: ({ item }) => {
        lookOnceMore(sortable);
        root.removeAttribute('data-dragging');
        drop(item);
      },
    });
    return sortable;
  };

  const onPointerDown = ({ target }: PointerEvent): void => {
    const section = target instanceof Element ? target.closest(HANDLE)?.closest('ul') : null;
    if (section && !prepared.has(section)) prepared.set(section, prepare(section));
  };
  // Before the section itself hears of it.
  root.addEventListener('pointerdown', onPointerDown, { capture: true });
  root.setAttribute('data-draggable', '');
  return () => {
    root.removeAttribute('data-draggable');
    root.removeEventListener('pointerdown', onPointerDown, { capture: true });
    for (const sortable of prepared.values()) sortable.destroy();
  };
};
