import type { SeenCard, SeenLists } from '../../domain/seenLists';
import { FIELD_PX } from './overviewSizes';

/**
 * Fills cards with the lists that were seen last, before the app's code is there. The page brings one card as a pattern,
 * rendered by `ListCard`, so this file only writes texts into its elements.
 */

/** What the pattern has to show, so that it contains every element of a card. */
export const PATTERN = {
  name: '-',
  isNamed: true,
  icon: 'tomato',
  people: '-',
  done: 0,
  total: 1,
  preview: '-',
  isEmpty: false,
} as const;

const part = <Part extends HTMLElement>(card: HTMLElement, selector: string): Part => {
  const found = card.querySelector<Part>(selector);
  if (!found) throw new Error(`the card has no ${selector}`);
  return found;
};

const filled = (pattern: HTMLElement, seen: SeenCard): HTMLElement => {
  const card = pattern.cloneNode(true) as HTMLElement;
  const write = (selector: string, text: string): HTMLElement => {
    const element = part(card, selector);
    element.textContent = text;
    return element;
  };
  part<HTMLAnchorElement>(card, '.link').href = seen.href;
  part<HTMLImageElement>(card, 'img').src = seen.picture;
  write('.name', seen.name).style.fontStyle = seen.isNamed ? 'normal' : 'italic';
  write('.items', seen.preview).style.fontStyle = seen.isEmpty ? 'italic' : 'normal';
  const { done, total } = seen;
  write('bdi', `${done}/${total}`).parentElement?.toggleAttribute('data-full', total > 0 && done === total);
  if (seen.people) write('.people', seen.people);
  else part(card, '.people').remove();
  return card;
};

/**
 * The cards as one element.
 * @param pattern the element around all cards, with one card in it
 */
export const earlyCards = (pattern: Element, { hasFind, cards }: SeenLists): HTMLElement => {
  const all = pattern.cloneNode(true) as HTMLElement;
  const one = part(all, 'li');
  // Hidden from screen readers, which wait for the app. So the keyboard must not reach these either.
  for (const control of one.querySelectorAll<HTMLElement>('a, button')) control.tabIndex = -1;
  all.replaceChildren(...cards.map((seen) => filled(one, seen)));
  if (hasFind) all.style.marginTop = `${FIELD_PX}px`;
  return all;
};
