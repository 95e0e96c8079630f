import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../support/renderApp';

describe('Lists', () => {
  test('shows every list with icon, name, badge and what is on it', async () => {
    await renderApp({
      lists: [{ name: 'Apteka', icon: 'pill', items: ['plastry', { description: 'witamina D', done: true }] }],
    });
    const card = await screen.findByRole('link', { name: 'Apteka, kupiono 1 z 2, plastry, witamina D' });
    expect(card.querySelector('[data-icon=pill]')).not.toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Twoje listy' })).toBeTruthy();
  });
});
