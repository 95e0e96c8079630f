/**
 * Sets the CSS variable `--kb` to the height in px that the touch keyboard covers. In browsers that shrink the page
 * instead, it stays 0.
 * @returns stops it
 */
export const followKeyboard = (page: Window): (() => void) => {
  const viewport = page.visualViewport;
  if (!viewport) return () => {};
  const follow = (): void => {
    // A zoomed page has a smaller viewport too, without any keyboard.
    const covered = viewport.scale > 1 ? 0 : page.innerHeight - viewport.height - viewport.offsetTop;
    page.document.documentElement.style.setProperty('--kb', `${Math.max(0, Math.round(covered))}px`);
  };
  follow();
  viewport.addEventListener('resize', follow);
  return () => viewport.removeEventListener('resize', follow);
};
