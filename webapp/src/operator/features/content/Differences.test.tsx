// The words that changed are marked in their context; what is long and did not change is left out.
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Differences } from './Differences.tsx';

const changed = (before: string | null, after: string | null) =>
  render(<Differences kind="page" differences={[{ field: 'published.contents', before, after }]} />);

test('only the words that differ are marked', () => {
  changed('<p>De balie is open.</p>', '<p>De balie is gesloten.</p>');
  expect(screen.getByText('open').tagName).toBe('DEL');
  expect(screen.getByText('gesloten').tagName).toBe('INS');
  expect(screen.getByText('Published: Text')).toBeVisible();
});

test('a long text that did not change is shortened around the change', () => {
  const long = `<p>${'woord '.repeat(80)}</p>`;
  const { container } = changed(`${long}een${long}`, `${long}twee${long}`);
  expect(screen.getByText('twee')).toBeVisible();
  expect(container.textContent).toContain('[…]');
  expect(container.textContent.length).toBeLessThan(long.length * 2);
});

test('a field that was not there has nothing before it', () => {
  changed(null, 'nieuw');
  expect(screen.getByText('nothing')).toBeVisible();
  expect(screen.getByText('nieuw').tagName).toBe('INS');
});
