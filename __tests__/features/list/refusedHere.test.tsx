import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { addList } from '../../../src/store/acts/rowThunks';
import { gate } from '../../support/gate';
import { problem, renderApp } from '../../support/renderApp';
import { addButton, field, focused, openList, saidLoudly, texts } from './openedList';

/** What the server refuses was not removed by anybody, so no text says so. */

const line = () => document.querySelector('[data-tone]')?.textContent;
const snackbar = () => document.querySelector('[data-snackbar]')?.textContent ?? '';

test('given a full list, when the person leaves a refused row that they still typed in, then it is said that the server refused it', async () => {
  const app = await openList(['masło'], {
    answer: (path, { method }) => (method === 'POST' && path === '/list-items' ? problem(400, 'full') : undefined),
  });
  await app.user.click(addButton());
  await app.user.keyboard('mleko');
  await waitFor(() => expect(app.store.getState().data.log.refusals).toHaveLength(1));
  await app.user.keyboard(' 2%');
  act(() => field(1).blur());
  await waitFor(() => expect(texts()).toEqual(['masło']));
  expect(snackbar()).toMatch(/^Serwer nie przyjął tego produktu\./);
  expect(screen.getByRole('button', { name: 'Przywróć' })).toBeTruthy();
});

test('given a refused row, when Przywróć brings its text back, then the status line tells the refusal no more', async () => {
  let isFull = true;
  const app = await openList(['masło'], {
    answer: (path, { method }) =>
      isFull && method === 'POST' && path === '/list-items' ? problem(400, 'full') : undefined,
  });
  await app.user.click(addButton());
  await app.user.keyboard('mleko');
  await waitFor(() => expect(line()).toBe('1 zmiany nie przyjęto'));
  await app.user.keyboard(' 2%');
  act(() => field(1).blur());
  isFull = false;
  await app.user.click(await screen.findByRole('button', { name: 'Przywróć' }));
  await waitFor(() => expect(texts()).toEqual(['masło', 'mleko 2%']));
  await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
});

const makeRefusedList = async (typed: string) => {
  const answer = gate();
  let isFirst = true;
  const app = await renderApp({
    answer: async (path, { method }) => {
      if (method !== 'POST' || path !== '/lists' || !isFirst) return undefined;
      isFirst = false;
      await answer.opened;
      return problem(400, 'full');
    },
  });
  act(() => void app.store.dispatch(addList({ name: 'Apteka', icon: 'pill' })));
  await app.user.click(await screen.findByRole('link', { name: /^Apteka/ }));
  await waitFor(() => expect(focused()).toBe('Produkt 1 z 1'));
  if (typed) await app.user.keyboard(typed);
  answer.open();
  await waitFor(() => expect(app.path()).toBe('/lists'));
  return app;
};

test('given a new list that the server refuses, then it is said that the server refused it', async () => {
  await makeRefusedList('');
  await waitFor(() => expect(saidLoudly()).toBe('Serwer nie przyjął listy „Apteka”.'));
});

test('given a new list with an item that the server refuses, then the question says that the server refused it', async () => {
  await makeRefusedList('plastry');
  await waitFor(() =>
    expect(saidLoudly()).toBe('Serwer nie przyjął listy „Apteka”. Zachować jej produkty jako nową listę?'),
  );
  expect(screen.getByRole('button', { name: 'Zachowaj' })).toBeTruthy();
});

test.each(['Zachowaj', 'Nie zachowuj'])(
  'given a refused list, when the person answers %s, then the status line tells the refusal no more',
  async (answer) => {
    const app = await makeRefusedList('plastry');
    await waitFor(() => expect(line()).toBe('1 zmiany nie przyjęto'));
    await app.user.click(screen.getByRole('button', { name: answer }));
    await waitFor(() => expect(line()).toBe('Wszystko zapisane'));
  },
);
