import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import fc from 'fast-check';
import { ICONS } from '../../../src/domain/listIcons';
import type { SeenCard } from '../../../src/domain/seenLists';
import { earlyCards, PATTERN } from '../../../src/features/lists/earlyCards';
import { type CardTexts, ListCard } from '../../../src/features/lists/ListCard';
import { iconAddress } from '../../../src/ui/ListIcon';
import { ThemeRoot } from '../../../src/ui/ThemeRoot';
import { lawRuns } from '../../support/lawRuns';

/** The cards in one list, as React draws them. */
const drawn = (cards: readonly (CardTexts & { readonly href?: string })[]): HTMLElement => {
  const { container } = render(
    <ThemeRoot>
      <ul>
        {cards.map(({ href, ...texts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are drawn once
          <ListCard key={index} texts={texts} isKnown link={{ href }} more={{ label: '' }} />
        ))}
      </ul>
    </ThemeRoot>,
  );
  const list = container.querySelector('ul');
  if (!list) throw new Error('no cards');
  return list;
};

const pattern = drawn([PATTERN]);

const cardOf = fc.record({
  name: fc.string({ minLength: 1 }),
  isNamed: fc.boolean(),
  icon: fc.constantFrom(...ICONS),
  people: fc.constantFrom('', '2 osoby'),
  done: fc.nat(9),
  total: fc.nat(9),
  preview: fc.string(),
  isEmpty: fc.boolean(),
  href: fc.uuid().map((id) => `/lists/${id}`),
});

/** Without what only the early cards have (they cannot be reached by keys), and the name of the icon, which nobody sees. */
const lookOf = (list: HTMLElement): Node => {
  const copy = list.cloneNode(true) as HTMLElement;
  for (const control of copy.querySelectorAll('a, button')) control.removeAttribute('tabindex');
  for (const icon of copy.querySelectorAll('img')) icon.removeAttribute('data-icon');
  return copy;
};

test('a filled card is the card that React draws', () => {
  fc.assert(
    fc.property(fc.array(cardOf, { minLength: 1, maxLength: 3 }), (cards) => {
      const seen = cards.map(({ icon, ...card }): SeenCard => ({ ...card, picture: iconAddress(icon) }));
      const early = earlyCards(pattern, { language: 'pl', words: ['', '', ''], hasFind: false, cards: seen });
      expect(lookOf(early).isEqualNode(lookOf(drawn(cards)))).toBe(true);
    }),
    lawRuns(40),
  );
});

test('a filled card is out of reach of the keyboard', () => {
  const { icon, ...texts } = PATTERN;
  const card = { ...texts, href: '/lists/1', picture: iconAddress(icon) };
  const early = earlyCards(pattern, { language: 'pl', words: ['', '', ''], hasFind: true, cards: [card] });
  expect([...early.querySelectorAll<HTMLElement>('a, button')].map(({ tabIndex }) => tabIndex)).toEqual([-1, -1]);
});

test('a text that looks like markup stays a text', () => {
  const { icon, ...texts } = PATTERN;
  const card = { ...texts, name: '<img src=x onerror=alert(1)>', href: '/lists/1', picture: iconAddress(icon) };
  const early = earlyCards(pattern, { language: 'pl', words: ['', '', ''], hasFind: false, cards: [card] });
  expect(early.querySelectorAll('img')).toHaveLength(1);
});
