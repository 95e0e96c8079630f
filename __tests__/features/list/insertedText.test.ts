import { expect, test } from '@jest/globals';
import { insertedText } from '../../../src/features/list/insertedText';

test.each([
  ['at the end', 'mle', 'mleko', 'ko'],
  ['at the start', 'ko', 'mleko', 'mle'],
  ['in the middle', 'mko', 'mleko', 'le'],
  ['in place of a selection', 'mleko', 'masło', 'asł'],
  ['with line breaks', 'chleb', 'chleb\nmleko\nser', '\nmleko\nser'],
  ['into nothing', '', 'mleko\nser', 'mleko\nser'],
  ['of what was there already', 'aa', 'aaa', 'a'],
  ['before a picture that begins alike', '😀', '😁 a\nb😀', '😁 a\nb'],
  ['after a picture that ends alike', '😀', '😀\n🐀', '\n🐀'],
  ['when text was only taken away', 'mleko', 'mle', ''],
  ['when nothing changed', 'mleko', 'mleko', ''],
])('finds what was put in %s', (_where, before, after, inserted) => {
  expect(insertedText(before, after)).toBe(inserted);
});
