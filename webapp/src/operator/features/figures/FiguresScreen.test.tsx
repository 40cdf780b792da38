import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { cellText, shortLabel, ticks } from './format.ts';

test('each part has a chart, its table and its file', async () => {
  serveOperator();
  openOperator('/figures?club=de-wilgenhoek');
  const part = within(await screen.findByRole('region', { name: 'Players a round' }));
  expect(part.queryByRole('table')).toBeNull();
  await userEvent.click(part.getByRole('button', { name: 'Table: Players a round' }));
  const row = part.getByRole('row', { name: /2 players/ });
  expect(row).toHaveTextContent('4,400');
  expect(row).toHaveTextContent('35.6%');
  expect(part.getByRole('link', { name: 'Download as CSV: Players a round' })).toHaveAttribute(
    'href',
    '/operator/api/figures/csv?club=de-wilgenhoek&part=groups',
  );
  const passes = within(screen.getByRole('region', { name: 'Passes over their term' }));
  expect(passes.getByText('Not narrowed by the club.')).toBeVisible();
  expect(
    within(screen.getByRole('region', { name: 'Rounds a month' })).queryByText(/Not narrowed/),
  ).toBeNull();
});

test('the chart draws the rows of its table, to scale', async () => {
  serveOperator();
  openOperator('/figures');
  const region = await screen.findByRole('region', { name: 'Players a round' });
  const titles = [...region.querySelectorAll('rect title')].map((title) => title.textContent);
  expect(titles).toContain('2 players, Rounds: 4,400');
  const heights = [...region.querySelectorAll('rect')].map((rect) => Number(rect.getAttribute('height')));
  expect(heights[1]! / heights[0]!).toBeCloseTo(4400 / 2100, 5);
  expect(region.querySelector('svg')?.closest('[aria-hidden]')).not.toBeNull();
});

test('what is not known is a dash in the table and nothing in the chart', async () => {
  serveOperator();
  openOperator('/figures');
  const region = await screen.findByRole('region', { name: 'Monthly rights used' });
  const titles = [...region.querySelectorAll('rect title')].map((title) => title.textContent);
  expect(titles).toEqual(['Jan 2026, Share used: 40.5%', 'Feb 2026, Share used: 0%']);
  const part = within(region);
  await userEvent.click(part.getByRole('button', { name: 'Table: Monthly rights used' }));
  expect(part.getByRole('row', { name: 'Dec 2025 – – –' })).toBeVisible();
});

test('the period, the club and the kind of pass are in the address and asked for', async () => {
  const office = serveOperator();
  const { router } = openOperator('/figures');
  const user = userEvent.setup();
  await screen.findByRole('region', { name: 'Rounds a month' });
  await user.selectOptions(screen.getByLabelText('Club'), 'Het Duin');
  await user.selectOptions(screen.getByLabelText('Kind of pass'), 'Weekdays 9 holes');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  const search = { from: '2025-12', to: '2026-11', club: 'het-duin', pass: 'Weekdays 9 holes' };
  await waitFor(() => expect(router.state.location.search).toEqual(search));
  await waitFor(() =>
    expect(office.requests.some((request) => request.includes('club=het-duin'))).toBe(true),
  );
});

test('a period that ends before it begins is said at its field', async () => {
  serveOperator();
  openOperator('/figures?from=2026-11&to=2026-01');
  expect(await screen.findByText('The period ends before it begins.')).toBeVisible();
  expect(screen.getByLabelText('To')).toHaveAccessibleDescription('The period ends before it begins.');
});

test('numbers are round, months are short, and nothing is a dash', () => {
  expect(ticks(7, 'count')).toEqual([0, 2, 4, 6, 8]);
  expect(ticks(3, 'count')).toEqual([0, 1, 2, 3]);
  expect(ticks(0.3, 'share').at(-1)).toBeGreaterThanOrEqual(0.3);
  expect(ticks(0, 'count').at(-1)).toBe(1);
  expect([shortLabel('2026-11'), shortLabel('2027-01'), shortLabel('21+')]).toEqual(['Nov', '2027', '21+']);
  expect([cellText('2026-11', 'text'), cellText(null, 'share'), cellText(0.25, 'share')]).toEqual([
    'Nov 2026',
    '–',
    '25%',
  ]);
});
