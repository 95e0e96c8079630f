import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { bringIntoView } from '../../../src/features/list/bringIntoView';

const frames: FrameRequestCallback[] = [];
const runFrame = (): void => {
  for (const frame of frames.splice(0)) frame(0);
};

const row = () => {
  const element = document.body.appendChild(document.createElement('div'));
  const scrollIntoView = jest.fn();
  return Object.assign(element, { scrollIntoView });
};

beforeEach(() => {
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
});
afterEach(() => {
  jest.restoreAllMocks();
  frames.length = 0;
  document.body.replaceChildren();
});

test('given a row, then its place is corrected in the next three frames', () => {
  const one = row();
  bringIntoView(one);
  for (let frame = 0; frame < 9; frame += 1) runFrame();
  expect(one.scrollIntoView).toHaveBeenCalledTimes(4);
});

test('given two rows in the same frame, then the page follows only the second', () => {
  const [one, two] = [row(), row()];
  bringIntoView(one);
  bringIntoView(two);
  runFrame();
  expect([one, two].map(({ scrollIntoView }) => scrollIntoView.mock.calls.length)).toEqual([1, 2]);
});

test('given a row that is gone, then the page does not move for it', () => {
  const one = row();
  bringIntoView(one);
  one.remove();
  runFrame();
  expect(one.scrollIntoView).toHaveBeenCalledTimes(1);
});
