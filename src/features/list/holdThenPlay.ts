/**
 * Animations that start from where things were. The first keyframe is put on as a plain style in the very frame the page is laid
 * out anew, and the animation takes over in the next: a browser that counts layout shifts sets a plain transform off against
 * the move it hides, but not one that is already animated.
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

/** A frame is drawn between the next two callbacks. */
const playAfterNextFrame = (): void => {
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(playAll);
  });
};

/** @param first property names and values of the first keyframe, custom properties too */
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

/** Everything below stands at once where it belongs. */
export const stopPlaying = (root: HTMLElement): void => {
  for (const [element, { release }] of held) {
    if (!root.contains(element)) continue;
    release();
    held.delete(element);
  }
  if (held.size === 0) cancelAnimationFrame(frame);
  for (const animation of root.getAnimations?.({ subtree: true }) ?? []) if (animation.id === ID) animation.cancel();
};
