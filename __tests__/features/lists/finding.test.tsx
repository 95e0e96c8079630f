import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { asListId } from '../../../src/contract/ids';
import { searchBefore } from '../../../src/features/lists/useReturnToRow';
import { renderApp } from '../../support/renderApp';

const EIGHT = ['Zakupy', 'Apteka', 'Święta', 'Obiad', 'Wyjazd', 'Prezenty', 'Ogród', 'Remont'].map((name) => ({
  name,
  items: name === 'Obiad' ? ['żółty ser', 'chleb'] : [],
}));
const field = () => screen.findByRole('searchbox', { name: 'Szukaj w listach' });
const names = (): (string | undefined)[] =>
  screen.queryAllByRole('link', { name: /kupiono/ }).map((link) => link.getAttribute('aria-label')?.split(',')[0]);

describe('finding', () => {
  test('is offered from eight lists on', async () => {
    await renderApp({ lists: EIGHT.slice(1) });
    await screen.findByRole('link', { name: /^Apteka/ });
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  test('finds lists by their names and items, by any part, without Polish marks', async () => {
    const { user } = await renderApp({ lists: EIGHT });
    await user.type(await field(), 'swi');
    expect(names()).toEqual(['Święta']);
    await user.clear(await field());
    await user.type(await field(), 'ZOLTY');
    expect(names()).toEqual(['Obiad']);
    const preview = screen.getByRole('link', { name: /^Obiad/ }).textContent ?? '';
    expect([preview.includes('żółty ser'), preview.includes('chleb')]).toEqual([true, false]);
    await waitFor(() => expect(screen.getByRole('status').textContent?.trim()).toBe('Znaleziono 1 listę'));
  });

  test('says when nothing was found, and Esc shows all lists again', async () => {
    const { user } = await renderApp({ lists: EIGHT });
    const invitation = () => screen.queryByRole('button', { name: 'Wklej zaproszenie' });
    await waitFor(() => expect(invitation()).not.toBeNull());
    await user.type(await field(), 'xyz');
    expect(screen.getByText('Nic nie znaleziono.', { selector: 'main *' })).toBeTruthy();
    expect(invitation()).toBeNull();
    await waitFor(() => expect(screen.getByRole('status').textContent?.trim()).toBe('Nic nie znaleziono.'));
    await user.keyboard('{Escape}');
    expect(names()).toHaveLength(8);
    expect(invitation()).not.toBeNull();
    expect(document.activeElement).toBe(await field());
  });

  test('given a composition, when Esc ends it, then the text that was there stays', async () => {
    const { user } = await renderApp({ lists: EIGHT });
    await user.type(await field(), 'swi');
    for (const how of [{ isComposing: true }, { keyCode: 229 }])
      fireEvent.keyDown(await field(), { key: 'Escape', ...how });
    expect((await field()).getAttribute('value')).toBe('swi');
    expect(names()).toEqual(['Święta']);
  });

  test('leaves nothing to be read out when all lists are shown again', async () => {
    const { user } = await renderApp({ lists: EIGHT });
    await user.type(await field(), 'xyz');
    await waitFor(() => expect(screen.getByRole('status').textContent?.trim()).toBe('Nic nie znaleziono.'));
    await user.clear(await field());
    await waitFor(() => expect(screen.getByRole('status').textContent?.trim()).toBe(''));
  });

  test('given one match, when Enter is pressed, then its list opens; with several matches nothing happens', async () => {
    const { user, path, listAt } = await renderApp({ lists: EIGHT });
    await user.type(await field(), 'a{Enter}');
    expect(names().length).toBeGreaterThan(1);
    expect(path()).toBe('/lists');
    await user.clear(await field());
    await user.type(await field(), 'swi');
    // The Enter that ends a composition, as Safari tells it.
    fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 229 });
    expect(path()).toBe('/lists');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe(`/lists/${listAt(2)}`));
  });

  test('is there again when the person comes back from the found list', async () => {
    const { user } = await renderApp({ lists: EIGHT });
    await user.type(await field(), 'swi');
    await user.click(screen.getByRole('link', { name: /^Święta/ }));
    await user.click(await screen.findByRole('button', { name: 'Wróć do list' }));
    expect((await field()).getAttribute('value')).toBe('swi');
    expect(names()).toEqual(['Święta']);
  });

  test('goes on when another device removes a list, also with fewer lists than it is offered for', async () => {
    const { user, account, listAt, settled } = await renderApp({ lists: EIGHT });
    await settled();
    await user.type(await field(), 'swi');
    await account.remove('lists', listAt(7));
    await settled();
    expect(document.activeElement).toBe(await field());
    expect((await field()).getAttribute('value')).toBe('swi');
    await user.clear(await field());
    expect(names()).toHaveLength(7);
    expect(document.activeElement).toBe(await field());
  });

  test('starts with / anywhere on the page, but not in a field or with an open dialog', async () => {
    const { user } = await renderApp({ lists: EIGHT });
    await field();
    await user.keyboard('/');
    expect(document.activeElement).toBe(await field());
    await user.keyboard('/');
    expect((await field()).getAttribute('value')).toBe('/');
    await user.clear(await field());
    await user.click(screen.getByRole('button', { name: 'Dodaj listę' }));
    const dialog = await screen.findByRole('dialog');
    expect(fireEvent.keyDown(dialog, { key: '/' })).toBe(true);
  });

  test('given the only found list is deleted, then the heading has the focus', async () => {
    const { user } = await renderApp({ lists: [...EIGHT, { name: 'Basen' }] });
    await user.type(await field(), 'swi');
    await user.click(screen.getByRole('button', { name: 'Więcej opcji: Święta' }));
    await user.click(await screen.findByRole('button', { name: 'Usuń' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Usuń' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Twoje listy' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('given two panes, when a new list opens that is not found, then the search ends and shows it', async () => {
    const { user } = await renderApp({ lists: EIGHT, widthPx: 1280 });
    await user.type(await field(), 'swi');
    await user.click(screen.getByRole('button', { name: 'Dodaj listę' }));
    await user.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'Basen{Enter}');
    await waitFor(() => expect(names()).toHaveLength(9));
    expect((await screen.findByRole('link', { name: /^Basen/ })).getAttribute('aria-current')).toBe('page');
    expect((await field()).getAttribute('value')).toBe('');
  });

  test('is named in English too', async () => {
    await renderApp({ lists: EIGHT, language: 'en' });
    expect(await screen.findByRole('searchbox', { name: 'Search lists' })).toBeTruthy();
  });
});

test('a search is for the lists of one person: it is gone when its list is not there', () => {
  const [mine, other] = [asListId('mine'), asListId('other')];
  const memory = { listId: mine, scrollY: 0, search: 'swi' };
  expect([searchBefore(memory, [other, mine]), searchBefore(memory, [other]), searchBefore(null, [mine])]).toEqual([
    'swi',
    '',
    '',
  ]);
});

test('given another list that is found in place of one, then the number is announced again', async () => {
  const { user } = await renderApp({ lists: EIGHT });
  const told = () => screen.getByRole('status').textContent ?? '';
  await user.click(await field());
  await user.paste('swi');
  await waitFor(() => expect(told()).toBe('Znaleziono 1 listę'));
  await user.tripleClick(await field());
  await user.paste('zolty');
  expect(names()).toEqual(['Obiad']);
  // Screen readers read a repeated text again if its end has changed.
  await waitFor(() => expect(told()).toBe('Znaleziono 1 listę\u00a0'));
});
