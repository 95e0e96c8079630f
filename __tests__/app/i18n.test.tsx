import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { followOtherTabs } from '../../src/app/followOtherTabs';
import { currentLanguage, followLanguage, makeI18n, readLanguage, switchLanguage } from '../../src/app/i18n';
import { OTHER_LANGUAGES } from '../../src/locales/languages';

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.scheme;
});

describe('the language', () => {
  test('is Polish until the user picks one, whatever is stored beside', () => {
    const storing = (value: string | null) => ({ getItem: () => value });
    expect([null, 'de', 'en'].map((value) => readLanguage(() => storing(value)))).toEqual(['pl', 'pl', 'en']);
  });

  test('given a storage that throws, then it is Polish', () => {
    const closed = {
      getItem: (): never => {
        throw new Error('denied');
      },
    };
    expect(readLanguage(() => closed)).toBe('pl');
  });

  test('follows the choice in the document and is remembered', async () => {
    const stored = new Map<string, string>();
    const root = document.createElement('html');
    const i18n = await makeI18n('pl');
    followLanguage(i18n, root, () => ({
      setItem: (key, value) => stored.set(key, value),
      removeItem: (key) => stored.delete(key),
    }));
    expect([root.lang, root.dir, stored.size]).toEqual(['pl', 'ltr', 0]);
    await switchLanguage(i18n, 'en');
    expect([root.lang, currentLanguage(i18n), stored.get('language')]).toEqual(['en', 'en', 'en']);
  });

  test('given a name that is written from right to left, then it is isolated from the text around it; no other name is changed', async () => {
    const { t } = await makeI18n('pl');
    expect(t('lists.more', { name: 'חלב 3' })).toBe('Więcej opcji: \u2068חלב 3\u2069');
    expect(t('lists.more', { name: '<b>Café & 3/4' })).toBe('Więcej opcji: <b>Café & 3/4');
  });

  test('given a choice in another tab, then this tab takes over the language and the colour scheme', async () => {
    const i18n = await makeI18n('pl');
    followOtherTabs(window, i18n);
    const chooseElsewhere = (key: string, newValue: string): void => {
      localStorage.setItem(key, newValue);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    };
    chooseElsewhere('language', 'en');
    chooseElsewhere('colorScheme', 'dark');
    await waitFor(() => expect(currentLanguage(i18n)).toBe('en'));
    expect(document.documentElement.dataset.scheme).toBe('dark');
    chooseElsewhere('token', 'anything');
    expect([currentLanguage(i18n), document.documentElement.dataset.scheme]).toEqual(['en', 'dark']);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await waitFor(() => expect(currentLanguage(i18n)).toBe('pl'));
    expect(document.documentElement.dataset.scheme).toBeUndefined();
  });

  test('given two choices in a row, when the texts of the first come later, then the second one stays', async () => {
    const i18n = await makeI18n('pl');
    followLanguage(i18n, document.createElement('html'), () => localStorage);
    const texts = await OTHER_LANGUAGES.en.load();
    let arrive = (_: typeof texts): void => undefined;
    const load = jest.spyOn(OTHER_LANGUAGES.en, 'load').mockReturnValue(
      new Promise((resolve) => {
        arrive = resolve;
      }),
    );
    const english = switchLanguage(i18n, 'en');
    await switchLanguage(i18n, 'pl');
    arrive(texts);
    await english;
    load.mockRestore();
    expect([currentLanguage(i18n), localStorage.getItem('language')]).toEqual(['pl', 'pl']);
  });

  test('starts in English with the words of English', async () => {
    const i18n = await makeI18n('en');
    expect(i18n.t('lists.title')).toBe('Your lists');
  });
});

describe('Polish plurals', () => {
  test.each([
    [0, '0 zmian czeka na wysłanie'],
    [1, '1 zmiana czeka na wysłanie'],
    [2, '2 zmiany czekają na wysłanie'],
    [5, '5 zmian czeka na wysłanie'],
    [12, '12 zmian czeka na wysłanie'],
    [22, '22 zmiany czekają na wysłanie'],
    [25, '25 zmian czeka na wysłanie'],
    [1.5, '1.5 zmiany czeka na wysłanie'],
  ])('%d', async (count, text) => {
    const i18n = await makeI18n('pl');
    expect(i18n.t('sync.waiting', { count })).toBe(text);
  });

  test('a count in a text without plural forms is only a number', async () => {
    const i18n = await makeI18n('pl');
    expect(i18n.t('list.purchased', { count: 3 })).toBe('Zakupione (3)');
  });

  test('text of a person is shown without escaping', async () => {
    const i18n = await makeI18n('pl');
    expect(i18n.t('lists.more', { name: '<b> & „mleko”' })).toBe('Więcej opcji: <b> & „mleko”');
  });
});
