/**
 * jsdom matches every rule of every style sheet each time it is asked for a computed style, and `getByRole` asks for
 * that of nearly every element: a quarter of the time of the screens' tests. Between two changes of the page the
 * answer is the same one, so it is kept.
 */
const compute = window.getComputedStyle.bind(window);
let known = new WeakMap<Element, CSSStyleDeclaration>();
const forget = (): void => {
  known = new WeakMap();
};

const changes = new MutationObserver(forget);
changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
// `:focus`, `:checked` and the like can change without a change of the tree.
for (const type of ['focusin', 'focusout', 'input', 'change', 'click', 'resize'])
  window.addEventListener(type, forget, { capture: true });

window.getComputedStyle = (element, pseudo) => {
  if (pseudo) return compute(element, pseudo);
  if (changes.takeRecords().length > 0) forget();
  const kept = known.get(element);
  if (kept) return kept;
  const style = compute(element);
  known.set(element, style);
  return style;
};
