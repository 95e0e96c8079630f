import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { makeI18n } from '../../../src/app/i18n';
import { MemberRow } from '../../../src/features/listActions/MemberRow';
import { ThemeRoot } from '../../../src/ui/ThemeRoot';
import { LIGHT } from '../../../src/ui/tokens';

afterEach(cleanup);

const show = async (name: string | null, language: 'pl' | 'en' = 'pl') => {
  const i18n = await makeI18n(language);
  const member = { id: 'm1', name, role: 'member', isMe: false } as const;
  const row = <MemberRow member={member} canRemove={false} onRemove={() => undefined} />;
  render(
    <I18nextProvider i18n={i18n}>
      <ThemeRoot>{row}</ThemeRoot>
    </I18nextProvider>,
  );
  return screen.getByRole('listitem').textContent;
};

test('a person has initials', async () => {
  expect(await show('Anna Maria Nowak')).toBe('AMAnna Maria Nowak');
});

test.each([
  ['Ola (mama)', 'OM'],
  ['Ania & Tomek', 'AT'],
  ['🌻 Ewa', 'E'],
  ['🌻', ''],
])('given signs in the name %s, then they are no initials', async (name, initials) => {
  expect(await show(name)).toBe(initials + name);
});

test('a person without a name has an icon instead of initials', async () => {
  expect(await show(null)).toBe('bez imienia');
  cleanup();
  expect(await show(null, 'en')).toBe('no name');
});

test('no person has the colour of danger', async () => {
  const danger = document.createElement('span');
  danger.style.color = LIGHT.error;
  for (const name of 'ABCDEFGHIJKLMNOP') {
    await show(name);
    expect(screen.getByText(name, { selector: '[aria-hidden]' }).style.backgroundColor).not.toBe(danger.style.color);
    cleanup();
  }
});
