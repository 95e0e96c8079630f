import { describe, expect, test } from '@jest/globals';
import en from '../../src/locales/en.json' with { type: 'json' };
import layersEn from '../../src/locales/layers.en.json' with { type: 'json' };
import layersPl from '../../src/locales/layers.pl.json' with { type: 'json' };
import pl from '../../src/locales/pl.json' with { type: 'json' };

type Catalogue = { readonly [key: string]: string | Catalogue };

const texts = (catalogue: Catalogue, prefix = ''): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] satisfies [string, string]] : texts(value, `${prefix}${key}.`),
  );

const polish = new Map(texts({ ...pl, ...layersPl }));
const english = new Map(texts({ ...en, ...layersEn }));

const PLURAL = /_(one|few|many|other)$/;
const baseKeys = (keys: Iterable<string>) => [...new Set([...keys].map((key) => key.replace(PLURAL, '')))].sort();
const formsOf = (keys: Iterable<string>, base: string) =>
  [...keys].filter((key) => key.replace(PLURAL, '') === base && PLURAL.test(key)).map((key) => key.split('_').at(-1));
const names = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort();

describe('the catalogues', () => {
  test('hold the same keys in both languages', () => {
    expect(baseKeys(english.keys())).toEqual(baseKeys(polish.keys()));
  });

  test('hold every plural form a language needs and no other', () => {
    for (const base of baseKeys(polish.keys())) {
      const isPlural = formsOf(polish.keys(), base).length > 0;
      expect([base, formsOf(polish.keys(), base)]).toEqual([base, isPlural ? ['one', 'few', 'many', 'other'] : []]);
      expect([base, formsOf(english.keys(), base)]).toEqual([base, isPlural ? ['one', 'other'] : []]);
    }
  });

  test('name the same values in every text of a key', () => {
    for (const [key, text] of [...polish, ...english]) {
      const first = polish.get(key) ?? polish.get(key.replace(PLURAL, '_many'));
      expect([key, names(text)]).toEqual([key, names(first ?? '')]);
    }
  });

  test('have no empty text and no text with space around it', () => {
    for (const [key, text] of [...polish, ...english]) expect([key, text.trim()]).toEqual([key, text || 'a text']);
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
