import { describe, expect, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { followLists } from '../../src/app/followLists';
import { switchLanguage } from '../../src/app/i18n';
import { seenListsKey } from '../../src/contract/storageKeys';
import { parseSeenLists } from '../../src/domain/seenLists';
import { deleteList } from '../../src/store/acts/rowThunks';
import { signOut } from '../../src/store/session/signOut';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { type AppOptions, renderApp, type TestApp } from '../support/renderApp';

/** A page whose time and visibility the test controls. */
const heldPage = () => {
  let timer: (() => void) | null = null;
  let onVisibility = (): void => undefined;
  const page = {
    setTimeout: (run: () => void) => {
      timer = run;
      return 1;
    },
    clearTimeout: () => {
      timer = null;
    },
    document: {
      visibilityState: 'visible',
      addEventListener: (_type: string, listener: () => void) => {
        onVisibility = listener;
      },
    },
  };
  return {
    page: page as unknown as Window,
    /** A second passes. */
    pass: () => timer?.(),
    setVisible: (isVisible: boolean) => {
      page.document.visibilityState = isVisible ? 'visible' : 'hidden';
      onVisibility();
    },
  };
};

const followed = async (options: AppOptions) => {
  const app = await renderApp(options);
  const held = heldPage();
  followLists(held.page, app.store, app.i18n);
  return { app, ...held };
};

const storedIn = ({ local, store }: TestApp) => {
  const { user } = store.getState().session;
  return user && parseSeenLists(local.getItem(seenListsKey(user.id)));
};

describe('the lists are stored as they are seen', () => {
  test('a moment after the start', async () => {
    const { app, pass } = await followed({
      lists: [{ name: 'Zakupy', items: ['mleko', { description: 'chleb', done: true }], members: ['Ola'] }, {}],
    });
    pass();
    expect(storedIn(app)).toEqual({
      language: 'pl',
      words: ['Twoje listy', 'Dodaj', 'Logi'],
      hasFind: false,
      cards: [
        {
          href: `/lists/${app.listAt(0)}`,
          picture: '/asset.svg',
          name: 'Zakupy',
          isNamed: true,
          people: '2 osoby',
          done: 1,
          total: 2,
          preview: 'mleko, chleb',
          isEmpty: false,
        },
        expect.objectContaining({ name: 'Nazwa listy', isNamed: false, people: '', isEmpty: true }),
      ],
    });
  });

  test('with the first screenful only, and with the place of the search field', async () => {
    const lists = Array.from({ length: 14 }, (_, at) => ({ name: `Lista ${at}`, items: ['x'.repeat(500)] }));
    const { app, pass } = await followed({ lists });
    pass();
    const seen = storedIn(app);
    expect([seen?.hasFind, seen?.cards.length, seen?.cards[0]?.preview.length]).toEqual([true, 12, 301]);
  });

  test('again when the page is hidden, and in the language that was chosen', async () => {
    const { app, pass, setVisible } = await followed({ lists: [{ items: ['mleko'] }] });
    pass();
    await act(() => switchLanguage(app.i18n, 'en'));
    setVisible(false);
    expect(storedIn(app)).toMatchObject({ language: 'en', words: ['Your lists', 'Add', 'Logs'] });
  });

  test('not while the items of a shown list are still to come', async () => {
    const items = gate();
    const { app, pass } = await followed({
      isFirstStart: true,
      lists: [{ name: 'Zakupy', items: ['mleko'] }],
      answer: (path, init) =>
        path.startsWith('/list-items?') ? items.opened.then(() => app.pass(path, init)) : undefined,
    });
    await eventually(
      () => app.store.getState().lists.ids.length,
      (count) => count === 1,
    );
    pass();
    expect(storedIn(app)).toBeNull();
    items.open();
    await app.settled();
    pass();
    expect(storedIn(app)?.cards[0]?.preview).toBe('mleko');
  });
});

describe('nothing is stored of somebody who signed out', () => {
  test('given stored lists, when the person signs out, then they are removed and stay removed', async () => {
    const { app, pass, setVisible } = await followed({ lists: [{ name: 'Zakupy' }] });
    pass();
    const { user } = app.store.getState().session;
    await act(() => app.store.dispatch(signOut()));
    pass();
    setVisible(false);
    expect(user && app.local.getItem(seenListsKey(user.id))).toBeNull();
  });

  test('given another tab signed out, when this tab is hidden, then it stores nothing', async () => {
    const { app, setVisible } = await followed({ lists: [{ name: 'Zakupy' }] });
    app.stored.token = null;
    setVisible(false);
    expect(storedIn(app)).toBeNull();
  });

  test('given another tab signed somebody else in, when this tab is hidden, then it stores nothing', async () => {
    const { app, setVisible } = await followed({ lists: [{ name: 'Zakupy' }] });
    Object.assign(app.stored, { token: 'of somebody else', user: { ...app.stored.user, id: 'somebody else' } });
    setVisible(false);
    expect(storedIn(app)).toBeNull();
  });

  test('given the last list was removed, then nothing is shown at the next start', async () => {
    const { app, pass } = await followed({ lists: [{ name: 'Zakupy' }] });
    pass();
    expect(storedIn(app)?.cards).toHaveLength(1);
    act(() => app.store.dispatch(deleteList(app.listAt(0))));
    pass();
    expect(storedIn(app)).toBeNull();
  });
});
