import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import styles from './Calendar.module.css';
import { Calendar } from './Calendar.tsx';
import { windowDays } from './calendarDays.ts';

const free = { reservable: true, reason: '', bonus_needed: false, bonus_players: [] };
const days = windowDays(undefined, '2026-11-25');
const availability = {
  ...Object.fromEntries(days.map((day) => [day, free])),
  '2026-11-23': { ...free, reservable: false, reason: 'Deze datum ligt in het verleden' },
  '2026-11-24': { ...free, reservable: false, reason: 'Deze datum ligt in het verleden' },
  '2026-11-28': { ...free, reservable: false, reason: 'De baan is op deze datum volgeboekt' },
  '2026-11-29': { ...free, bonus_needed: true, bonus_players: ['Jan'] },
};

function Example() {
  const [selected, setSelected] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <>
      <Calendar
        days={days}
        availability={availability}
        today="2026-11-25"
        selected={selected}
        told={refused}
        onSelect={setSelected}
        onRefused={setRefused}
      />
      <output>{selected}</output>
      <p>{refused ? `niet ${refused}` : null}</p>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

test('is a grid named by its months, with one tab stop on the first free day', () => {
  render(<Example />);
  expect(screen.getByRole('grid', { name: 'november – december 2026' })).toBeVisible();
  expect(screen.getAllByRole('row')).toHaveLength(4);
  expect(screen.getAllByRole('gridcell')).toHaveLength(21);
  const stops = screen.getAllByRole('button').filter((day) => day.tabIndex === 0);
  expect(stops).toEqual([button('woensdag 25 november, vandaag')]);
});

test('arrows move to every day, Enter chooses a free one only', async () => {
  const user = userEvent.setup();
  render(<Example />);
  await user.tab();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
  expect(button('zaterdag 28 november')).toHaveFocus();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(screen.getByText('niet 2026-11-28')).toBeVisible();
  await user.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('2026-11-29');
  expect(button('zondag 29 november')).toHaveAttribute('aria-pressed', 'true');
  await user.keyboard('{Home}{End}{ArrowDown}');
  expect(button('zondag 6 december')).toHaveFocus();
});

test('a text describes its day and shows on hover and on focus until Escape', async () => {
  const user = userEvent.setup();
  render(<Example />);
  const fullDay = button('zaterdag 28 november');
  expect(fullDay).toHaveAccessibleDescription('De baan is op deze datum volgeboekt');
  expect(fullDay).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('tooltip')).toBeNull();

  await user.hover(fullDay);
  expect(screen.getByRole('tooltip')).toHaveTextContent('De baan is op deze datum volgeboekt');
  await user.unhover(fullDay);
  expect(screen.queryByRole('tooltip')).toBeNull();

  await user.tab();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('tooltip')).toHaveTextContent('een bonusspeelrecht van Jan gebruikt');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(button('zondag 29 november')).toHaveFocus();
});

test("a day's visible text is in its name, and today is marked by a word", () => {
  render(<Example />);
  for (const name of ['maandag 23 november', 'dinsdag 1 december', 'woensdag 25 november, vandaag']) {
    // From its content: a name of its own could lose what is seen.
    expect(button(name)).not.toHaveAttribute('aria-label');
    expect(button(name).textContent).toBe(name);
  }
  expect(button('woensdag 25 november, vandaag').closest('td')).toHaveTextContent(/vandaag$/);
});

test('until the availability is there, the days are busy and nothing can be pressed', async () => {
  const user = userEvent.setup();
  const press = vi.fn<(day: string) => void>();
  const props = { days, today: '2026-11-25', selected: null, told: null, onSelect: press, onRefused: press };
  const { rerender } = render(<Calendar {...props} availability={undefined} />);
  expect(screen.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
  const saturday = button('zaterdag 28 november');
  expect(saturday).toHaveClass(styles.skeleton!);
  await user.click(saturday);
  expect(press).not.toHaveBeenCalled();
  rerender(<Calendar {...props} availability={availability} />);
  expect(screen.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  expect(saturday).not.toHaveClass(styles.skeleton!);
});

test('a text that the screen tells itself is not shown a second time', async () => {
  const user = userEvent.setup();
  render(<Example />);
  await user.click(button('zaterdag 28 november'));
  expect(screen.getByText('niet 2026-11-28')).toBeVisible();
  expect(screen.queryByRole('tooltip')).toBeNull();
});
