import { describe, expect, test } from '@jest/globals';
import { parseSeenLists, type SeenLists } from '../../src/domain/seenLists';

const seen: SeenLists = {
  language: 'pl',
  words: ['Twoje listy', 'Dodaj', 'Logi'],
  hasFind: false,
  cards: [
    {
      href: '/lists/1',
      picture: '/assets/tomato.svg',
      name: 'Zakupy',
      isNamed: true,
      people: '',
      done: 1,
      total: 2,
      preview: 'mleko, chleb',
      isEmpty: false,
    },
  ],
};
const [card] = seen.cards;

describe('the lists that were seen last', () => {
  test('are read as they were stored', () => {
    expect(parseSeenLists(JSON.stringify(seen))).toEqual(seen);
  });

  test.each([
    ['nothing', null],
    ['no JSON', '{"language":'],
    ['no object', '[]'],
    ['an old form', JSON.stringify({ ...seen, words: 'Twoje listy' })],
    ['a missing word', JSON.stringify({ ...seen, words: ['Twoje listy', 'Dodaj'] })],
    ['no cards', JSON.stringify({ ...seen, cards: null })],
    ['a card without a name', JSON.stringify({ ...seen, cards: [{ ...card, name: undefined }] })],
    ['a card with a number as text', JSON.stringify({ ...seen, cards: [{ ...card, total: '2' }] })],
    ['a link to a script', JSON.stringify({ ...seen, cards: [{ ...card, href: 'javascript:alert(1)' }] })],
    ['a link to another site', JSON.stringify({ ...seen, cards: [{ ...card, href: '//example.com' }] })],
    ['a link to another site by a tab', JSON.stringify({ ...seen, cards: [{ ...card, href: '/\t/example.com' }] })],
    [
      'a link to another site by a backslash',
      JSON.stringify({ ...seen, cards: [{ ...card, href: '/\\example.com' }] }),
    ],
    [
      'a picture from another site',
      JSON.stringify({ ...seen, cards: [{ ...card, picture: 'https://example.com/a' }] }),
    ],
  ])('are none if the stored value is %s', (_what, text) => {
    expect(parseSeenLists(text)).toBeNull();
  });
});
