import { expect, jest, test } from '@jest/globals';
import { fireEvent, waitFor } from '@testing-library/dom';
import { asItemId } from '../../../src/contract/ids';
import { stubLayout } from '../../support/stubLayout';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15';
// Sortable reads it when it is loaded.
jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(MAC);
stubLayout(1280);
Object.assign(document, { elementFromPoint: () => null });
const { dragRows } = await import('../../../src/features/list/dragRows');

test('given a row that is dragged in Safari on a Mac or an iPad, when Escape is pressed, then the drag ends at once and moves nothing', async () => {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = `<ul>${[...'abc'].map((id) => `<li data-item="${id}"><i class="handle"></i></li>`).join('')}</ul>`;
  const onDrop = jest.fn();
  const end = dragRows(root, { drawn: () => [...'abc'].map(asItemId), onDrop });
  const handle = root.querySelector('.handle') as HTMLElement;
  // As a browser sends them: each event of the pointer, then that of the mouse.
  fireEvent.pointerDown(handle, { button: 0, clientX: 5, clientY: 5 });
  fireEvent.mouseDown(handle, { button: 0, clientX: 5, clientY: 5 });
  fireEvent.pointerMove(document, { clientX: 5, clientY: 20 });
  fireEvent.mouseMove(document, { clientX: 5, clientY: 20 });
  await waitFor(() => expect(root.hasAttribute('data-dragging')).toBe(true));
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(root.hasAttribute('data-dragging')).toBe(false);
  expect(onDrop).not.toHaveBeenCalled();
  end();
  root.remove();
});
