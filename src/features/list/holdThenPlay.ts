/**
 * Animations that start at the old place of an element. In the frame of the layout change, the first keyframe is set as
 * a plain style. The animation starts in the next frame. Chromium subtracts a plain transform from the layout shift,
 * but not a running animation.
 */
const ID = 'glide';

interface Held {
  readonly release: () => void;
  readonly play: () => void;
}

const held = new Map<Element, Held>();

const playAll = (): void => {
  const all = [...held.values()];
  held.clear();
  for (const { release, play } of all) {
    release();
    play();
  }
};

let frame = 0;

/** The browser draws one frame between the two callbacks. */
const playAfterNextFrame = (): void => {
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(playAll);
  });
};

/** @param first the styles of the first keyframe, custom properties included */
export const holdThenPlay = (
  element: HTMLElement,
  first: Readonly<Record<string, string>>,
  keyframes: Keyframe[],
  timing: KeyframeAnimationOptions,
): void => {
  if (held.size === 0) playAfterNextFrame();
  for (const [property, value] of Object.entries(first)) element.style.setProperty(property, value);
  held.set(element, {
    release: () => {
      for (const property of Object.keys(first)) element.style.removeProperty(property);
    },
    play: () => void element.animate(keyframes, { ...timing, id: ID }),
  });
};

/** Ends all animations inside `root` at once. */
export const stopPlaying = (root: HTMLElement): void => {
  for (const [element, { release }] of held) {
    if (!root.contains(element)) continue;
    release();
    held.delete(element);
  }
  if (held.size === 0) cancelAnimationFrame(frame);
  for (const animation of root.getAnimations?.({ subtree: true }) ?? []) if (animation.id === ID) animation.cancel();
};
