import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CourseLine } from './CourseLine.tsx';

const course = {
  status: 'partly',
  winter_greens: true,
  no_carts: false,
  note: '',
  at: '2026-11-28T05:30:00Z',
};

const lineOf = (state: unknown) => {
  const { container } = render(<CourseLine course={state} />);
  return container.textContent.replaceAll('\u00a0', ' ');
};

test('the line says how the course is, and since when', () => {
  expect(lineOf(course)).toBe('Baan deels open · wintergreens · sinds 06:30');
  expect(lineOf({ ...course, status: 'closed', winter_greens: false, no_carts: true, note: 'Vorst' })).toBe(
    "Baan gesloten · geen buggy's · Vorst · sinds 06:30",
  );
});

test('what this app cannot read is left out', () => {
  for (const unknown of [undefined, null, {}, { ...course, status: 'flooded' }]) {
    expect(lineOf(unknown)).toBe('');
  }
  expect(screen.queryByText(/Baan/)).toBeNull();
});
