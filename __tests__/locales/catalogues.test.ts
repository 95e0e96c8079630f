import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { DEFAULT_LANGUAGE, LANGUAGES, OTHER_LANGUAGES } from '../../src/locales/languages';
import pl from '../../src/locales/pl.json' with { type: 'json' };
import layers from '../../src/locales/pl.layers.json' with { type: 'json' };

type Catalogue = { readonly [key: string]: string | Catalogue };

const texts = (catalogue: Catalogue, prefix = ''): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] satisfies [string, string]] : texts(value, `${prefix}${key}.`),
  );

const polish = new Map([...texts(pl), ...texts(layers)]);
const others = await Promise.all(
  Object.entries(OTHER_LANGUAGES).map(async ([language, { load }]) => {
    const { default: catalogue } = await load();
    return [language, new Map(texts(catalogue))] as const;
  }),
);
const all = [[DEFAULT_LANGUAGE, polish] as const, ...others];
const english = new Map(others).get('en') ?? new Map<string, string>();

const PLURAL = /_(one|few|many|other)$/;
const baseKeys = (keys: Iterable<string>) => [...new Set([...keys].map((key) => key.replace(PLURAL, '')))].sort();
const formsOf = (keys: Iterable<string>, base: string) =>
  [...keys].filter((key) => key.replace(PLURAL, '') === base && PLURAL.test(key)).map((key) => key.split('_').at(-1));
const names = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort();

describe('the catalogues', () => {
  test('are a file and a line each', () => {
    const files = readdirSync('src/locales').flatMap((file) => /^(\w+)\.json$/.exec(file)?.[1] ?? []);
    expect(files.sort()).toEqual([...LANGUAGES].sort());
  });

  test.each(others)('hold in %s the keys of Polish', (_language, catalogue) => {
    expect(baseKeys(catalogue.keys())).toEqual(baseKeys(polish.keys()));
  });

  test.each(all)('hold in %s every plural form that the language has, and no other', (language, catalogue) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const base of baseKeys(polish.keys())) {
      const isPlural = formsOf(polish.keys(), base).length > 0;
      expect([base, formsOf(catalogue.keys(), base).sort()]).toEqual([base, isPlural ? [...forms].sort() : []]);
    }
  });

  test.each(all)('name in %s the same values in every text of a key', (_language, catalogue) => {
    for (const [key, text] of catalogue) {
      const first = polish.get(key) ?? polish.get(key.replace(PLURAL, '_many'));
      expect([key, names(text)]).toEqual([key, names(first ?? '')]);
    }
  });

  test.each(all)('have in %s no empty text and no text with space around it', (_language, catalogue) => {
    for (const [key, text] of catalogue) expect([key, text.trim()]).toEqual([key, text || 'a text']);
  });

  test('end no line of a Polish sentence with a word of one letter: a no-break space follows it', () => {
    const sentences = [...polish.values()].filter((text) => /[.?!]$/.test(text));
    expect(sentences.filter((text) => /(?<!\p{L})[aiouwz] /iu.test(text))).toEqual([]);
  });
});

describe('the words of the specification', () => {
  test.each([
    ['tabs.addList', 'Dodaj'],
    ['tabs.addListTitle', 'Dodaj listę'],
    ['tabs.settings', 'Logi'],
    ['guest.title', 'Logowanie'],
    ['guest.submit', 'Zaloguj się'],
    ['guest.forgot', 'Forgot password?'],
    ['guest.or', 'or'],
    ['guest.register', 'Rejestracja'],
    ['lists.title', 'Twoje listy'],
    ['lists.empty', 'Lista jest pusta, dodaj coś!'],
    ['list.fallbackName', 'Nazwa listy'],
    ['list.add', 'Dodaj'],
    ['list.purchased', 'Zakupione ({{count}})'],
    ['item.placeholder', 'Produkt, np. mleko...'],
    ['item.qtyPlaceholder', 'Ilość'],
    ['menu.delete', 'Usuń'],
    ['menu.clear', 'Wyczyść listę'],
    ['menu.edit', 'Edytuj'],
    ['menu.share', 'Udostępnij'],
    ['menu.cancel', 'Anuluj'],
    ['confirm.delete', 'Czy na pewno chcesz usunąć tę listę?'],
    ['confirm.deleteYes', 'Usuń'],
    ['confirm.no', 'Anuluj'],
    ['confirm.clear', 'Czy na pewno chcesz wyczyścić tę listę?'],
    ['confirm.clearYes', 'Wyczyść'],
    ['dialog.addTitle', 'Dodaj listę'],
    ['dialog.addSave', 'Dodaj'],
    ['dialog.editTitle', 'Edytuj listę'],
    ['dialog.editSave', 'Zapisz'],
    ['dialog.name', 'Nazwa listy'],
    [
      'errors.offline',
      'Wygląda na to, że nie masz dostępu do internetu. Dane zostaną zsynchronizowane po odzyskaniu połączenia.',
    ],
    ['errors.pull', 'Wystąpił błąd podczas pobierania danych. Spróbujemy ponownie za chwilę.'],
    ['errors.push', 'Wystąpił błąd podczas wysyłania danych. Spróbujemy ponownie za chwilę.'],
    ['errors.unknown', 'Wystąpił nieznany błąd. Spróbujemy ponownie za chwilę.'],
    ['logs.title', 'Logi'],
  ])('%s', (key, text) => {
    expect(polish.get(key)).toBe(text);
  });

  test.each([
    ['dialog.name', 'List name'],
    ['dialog.namePlaceholder', 'E.g. Shopping or wishlist'],
    ['guest.forgot', 'Forgot password?'],
    ['guest.or', 'or'],
  ])('%s in English', (key, text) => {
    expect(english.get(key)).toBe(text);
  });
});
