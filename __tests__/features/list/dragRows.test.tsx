import { expect, jest, test } from '@jest/globals';
import type { Options, SortableEvent } from 'sortablejs';
import { asItemId } from '../../../src/contract/ids';

const sortables: Options[] = [];
jest.unstable_mockModule('sortablejs', () => ({
  default: {
    create: (_section: HTMLElement, options: Options) => {
      sortables.push(options);
      return { destroy: () => undefined };
    },
  },
}));
const { partId } = await import('../../../src/features/list/itemElements');
const { dragRows } = await import('../../../src/features/list/dragRows');

Object.defineProperty(window, 'matchMedia', { value: () => ({ matches: true }) });

const rowsOf = (ids: string): HTMLElement[] =>
  [...ids].map((id) => {
    const row = document.createElement('li');
    row.dataset.item = id;
    row.innerHTML = `<span class="handle"></span><input id="${partId(asItemId(id), 'done')}">`;
    return row;
  });

test('given a row that comes while another one is dragged, when that one is dropped, then the page has the order that was drawn', () => {
  const root = document.body.appendChild(document.createElement('div'));
  const section = root.appendChild(document.createElement('ul'));
  const [a, b, c, d] = rowsOf('abcd') as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  section.append(a, b, c, d);
  const dropped: unknown[] = [];
  const end = dragRows(root, {
    drawn: () => [...'abxcd'].map(asItemId),
    onDrop: (...drop) => dropped.push(drop),
  });
  c.querySelector('.handle')?.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
  const [{ onStart, onEnd } = {} as Options] = sortables;
  onStart?.({ item: c } as unknown as SortableEvent);
  section.append(c);
  // React puts a new row in front of its next one, wherever that one is now.
  section.insertBefore(rowsOf('x')[0] as HTMLElement, c);
  onEnd?.({ item: c } as unknown as SortableEvent);
  expect([...section.children].map((row) => (row as HTMLElement).dataset.item).join('')).toBe('abxcd');
  expect(dropped).toEqual([['c', 4]]);
  end();
  root.remove();
});
