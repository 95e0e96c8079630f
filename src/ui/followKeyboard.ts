/**
 * Keeps the CSS variable `--kb` at the height in px that the virtual keyboard covers, for engines that lay it over the page
 * (Safari); where the page shrinks instead it stays 0.
 * @returns stops following
 */
export const followKeyboard = (page: Window): (() => void) => {
  const viewport = page.visualViewport;
  if (!viewport) return () => {};
  const follow = (): void => {
    // A zoomed page is smaller too, without any keyboard.
    const covered = viewport.scale > 1 ? 0 : page.innerHeight - viewport.height - viewport.offsetTop;
    page.document.documentElement.style.setProperty('--kb', `${Math.max(0, Math.round(covered))}px`);
  };
  follow();
  viewport.addEventListener('resize', follow);
  return () => viewport.removeEventListener('resize', follow);
};
