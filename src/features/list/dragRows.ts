import Sortable from 'sortablejs';
import { asItemId, type ItemId } from '../../contract/ids';
import { MOTION_MS } from '../../ui/tokens';
import { itemOf, rowById } from './itemElements';
import { prefersReducedMotion } from './prefersReducedMotion';

const HANDLE = '.handle';
const ROW = 'li[data-item]';
/**
 * Rows swap once this share of the other row is covered. With 1, a small row would jump back and forth over a tall one.
 */
const PASSED_PART = 0.6;
/**
 * In Safari on a Mac or an iPad, Sortable would listen to the mouse and to touches instead, and `cancel` would not reach
 * it. Its types do not know this option.
 */
const POINTER_EVENTS = { supportPointer: true };

/** The ids of a section in page order. */
const idsIn = (section: HTMLElement): ItemId[] =>
  [...section.querySelectorAll<HTMLElement>(`:scope > ${ROW}`)].map((row) => asItemId(row.dataset.item ?? ''));

/**
 * Sortable checks the pointer only twenty times a second, and skips the last check when a row is dropped. A row thrown
 * quickly landed one place short. There is no public way to check again.
 */
const lookOnceMore = (sortable: Sortable): void => {
  const look: unknown = Reflect.get(sortable, '_emulateDragOver');
  if (typeof look === 'function') look.call(sortable);
};

/**
 * Lets the pointer see only the rows of a section, or everything again. At the edges of a scrolling page, the header and
 * the bars lie over the rows, and Sortable looks for the row under the pointer.
 */
const seeOnly = (section: HTMLElement, isOnly: boolean): void => {
  document.documentElement.style.pointerEvents = isOnly ? 'none' : '';
  section.style.pointerEvents = isOnly ? 'auto' : '';
};

interface DragEvents {
  /** The ids of the row's section, as React drew them. */
  readonly drawn: (id: ItemId) => readonly ItemId[];
  readonly onDrop: (id: ItemId, index: number) => void;
}

/** Events that end a drag without a move. A `pointerdown` during a drag comes from another finger. */
const INTERRUPTIONS = ['keydown', 'pointercancel', 'pointerdown'] as const;

const isOtherKey = (event: Event): boolean => event instanceof KeyboardEvent && event.key !== 'Escape';

/**
 * Lets rows be dragged by their handles. While a row is dragged, Sortable moves its element. On drop this code puts the
 * element back, and React moves it. A cancelled drag only puts it back. Each section is prepared at the first press on
 * one of its handles.
 * @returns ends the dragging
 */
export const dragRows = (root: HTMLElement, { drawn, onDrop }: DragEvents): (() => void) => {
  const prepared = new Map<HTMLElement, Sortable>();

  let isCancelled = false;
  /** The element with the focus in the section. A row that moves in the page loses it. */
  let focused: HTMLElement | null = null;
  let width = 0;

  const drop = (row: HTMLElement): void => {
    const id = itemOf(row);
    const section = row.parentElement;
    // React removes the whole section with its last row.
    if (!id || !section?.isConnected) return;
    const index = idsIn(section).indexOf(id);
    const ids = drawn(id);
    const next = ids[ids.indexOf(id) + 1];
    section.insertBefore(row, next ? rowById(next) : null);
    // React put a row that came meanwhile in front of an element that was elsewhere then.
    if (idsIn(section).join() !== ids.join()) section.append(...ids.flatMap((one) => rowById(one) ?? []));
    focused?.focus({ preventScroll: true });
    if (!isCancelled) onDrop(id, index);
  };

  const cancel = (): void => {
    isCancelled = true;
    // Sortable cannot cancel a drag, but it ends one when the pointer goes up.
    document.dispatchEvent(new PointerEvent('pointerup'));
  };

  /** With another width the rows are elsewhere. Only the height changes when a keyboard or the bar of the browser goes. */
  const onResize = (): void => {
    if (innerWidth !== width) cancel();
  };

  const onInterruption = (event: Event): void => {
    if (isOtherKey(event)) return;
    // Escape would also end the selection, and another finger on a handle would start the next drag.
    event.stopPropagation();
    cancel();
  };

  /** Another device can remove or tick the dragged row. */
  const removals = new MutationObserver(() => {
    if (Sortable.dragged?.isConnected === false) cancel();
  });

  const setDragging = (section: HTMLElement, isDragging: boolean): void => {
    seeOnly(section, isDragging);
    root.toggleAttribute('data-dragging', isDragging);
    if (isDragging) removals.observe(root, { childList: true, subtree: true });
    else removals.disconnect();
    const change = isDragging ? 'addEventListener' : 'removeEventListener';
    for (const type of INTERRUPTIONS) window[change](type, onInterruption, { capture: true });
    width = innerWidth;
    window[change]('resize', onResize);
  };

  const prepare = (section: HTMLElement): Sortable => {
    const sortable = Sortable.create(section, {
      handle: HANDLE,
      draggable: ROW,
      // Native drag and drop does not work with touch.
      forceFallback: true,
      ...POINTER_EVENTS,
      fallbackClass: 'dragged-copy',
      chosenClass: 'dragged',
      ghostClass: 'dragged',
      swapThreshold: PASSED_PART,
      animation: prefersReducedMotion() ? 0 : MOTION_MS.fade,
      scrollSensitivity: 80,
      onStart: () => {
        isCancelled = false;
        // The copy that follows the pointer is hidden. It must not be taken for the row.
        Sortable.ghost?.removeAttribute('data-item');
        Sortable.ghost?.replaceChildren();
        const { activeElement } = document;
        focused = activeElement instanceof HTMLElement && section.contains(activeElement) ? activeElement : null;
        setDragging(section, true);
      },
      onEnd: ({ item }) => {
        if (!isCancelled) lookOnceMore(sortable);
        setDragging(section, false);
        drop(item);
        // Sortable ignores the next click. It takes it for the end of the drag, but a row that was moved gets none.
        document.dispatchEvent(new MouseEvent('click'));
      },
    });
    return sortable;
  };

  const onPointerDown = ({ target }: PointerEvent): void => {
    const section = target instanceof Element ? target.closest(HANDLE)?.closest('ul') : null;
    if (section && !prepared.has(section)) prepared.set(section, prepare(section));
  };
  // In the capture phase, so that Sortable is ready for the same event.
  root.addEventListener('pointerdown', onPointerDown, { capture: true });
  root.setAttribute('data-draggable', '');
  return () => {
    root.removeAttribute('data-draggable');
    root.removeEventListener('pointerdown', onPointerDown, { capture: true });
    if (Sortable.dragged) cancel();
    for (const sortable of prepared.values()) sortable.destroy();
  };
};
