import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { Rows } from '../../src/features/list/Rows';
import { ThemeRoot } from '../../src/ui/ThemeRoot';

const rulesThatSkip = (): readonly string[] =>
  [...document.querySelectorAll('style')]
    .flatMap(({ textContent, sheet }) => [
      textContent ?? '',
      ...[...(sheet?.cssRules ?? [])].map((rule) => rule.cssText),
    ])
    .filter((text) => text.includes('content-visibility'));

test('offscreen rows are skipped in layout only in engines with scroll anchoring', () => {
  render(
    <ThemeRoot>
      <Rows>
        <li />
      </Rows>
    </ThemeRoot>,
  );
  const rules = rulesThatSkip();
  expect(rules.length).toBeGreaterThan(0);
  for (const rule of rules) expect(rule).toMatch(/@supports \(overflow-anchor: ?auto\)[^@]*content-visibility/);
});
