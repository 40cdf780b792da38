import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { FiguresPart } from '../../api/generated/FiguresPart.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import type { FiguresAnswer } from '../../api/generated/FiguresAnswer.ts';
import { drawnRows, isDrawn, isEmpty, shown, wideParts } from './axis.ts';
import { cellText, shortLabel, ticks, yearUnder } from './format.ts';

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
  expect([shortLabel('2026-11'), shortLabel('2027-01'), shortLabel('21+')]).toEqual(['Nov', 'Jan', '21+']);
  expect([cellText('2026-11', 'text'), cellText(null, 'share'), cellText(0.25, 'share')]).toEqual([
    'Nov 2026',
    '–',
    '25%',
  ]);
});

test('every label is shown where they fit, that of the rest always', () => {
  const classes = ['1', '2', '3–4', '5–9', '10–19', '20–49', '50+'];
  expect(shown(classes, classes, 260)).toHaveLength(7);
  const days = [...Array.from({ length: 14 }, (_, day) => String(day)), 'other'];
  expect(shown(days, days, 260).at(-1)).toBe(14);
  expect(shown(days, days, 700)).toHaveLength(15);
  const months = ['2025-12', '2026-01', '2026-02'];
  expect(months.map((_, index) => yearUnder(months, index))).toEqual([null, '2026', null]);
  const year = Array.from({ length: 12 }, (_, nth) => `2026-${String(nth + 1).padStart(2, '0')}`);
  const fromDecember = ['2025-12', ...year.slice(0, 11)];
  expect(shown(fromDecember, fromDecember.map(shortLabel), 260)).toEqual([1, 3, 5, 7, 9, 11]);
  expect(yearUnder(['2025-09', '2025-10', '2025-11'], 0)).toBe('2025');
});

function monthly(name: string, cell: number | null): FiguresPart {
  const chart = { kind: 'columns' as const, series: [1], limit: null };
  return { name, title: name, note: '', narrowed_by: [], columns: [], rows: [['2026-01', cell]], chart };
}

test('a part without figures is empty, and no part leaves a hole beside it', () => {
  const period = { from: '2025-12', to: '2026-02' };
  expect([0, null, 0.1].map((cell) => isEmpty(monthly('a', cell)))).toEqual([true, true, false]);
  const [a, b, c] = [monthly('a', 1), monthly('b', 1), monthly('c', 1)];
  expect([...wideParts({ parts: [a, b, c], period })]).toEqual(['c']);
  expect(wideParts({ parts: [a, b], period }).size).toBe(0);
  expect(wideParts({ parts: [a, b], period: { from: '2025-06', to: '2026-01' } }).size).toBe(2);
});

test('a chart has every month of the period, and the rest after what is named', () => {
  const rows = drawnRows(monthly('a', 3), { from: '2025-12', to: '2026-02' });
  expect(rows).toEqual([['2025-12'], ['2026-01', 3], ['2026-02']]);
  const clubs = {
    ...monthly('clubs', 1),
    rows: [
      ['other', 9],
      ['De Eik', 5],
    ],
  };
  expect(drawnRows(clubs, { from: '2025-12', to: '2026-02' }).map(([name]) => name)).toEqual([
    'De Eik',
    'other',
  ]);
});

async function figuresOf(change: (answer: FiguresAnswer) => FiguresAnswer) {
  const office = serveOperator();
  const { body } = office.respond('GET', new URL('http://fairway.test/operator/api/figures'), {});
  serveOperator({}, { 'GET /figures': () => ({ body: change(body as FiguresAnswer) }) });
  openOperator('/figures');
  return screen.findByRole('status');
}

test('a part without figures is a sentence and no hole, and no share is a dash', async () => {
  await figuresOf((answer) => ({
    ...answer,
    key_figures: { ...answer.key_figures, cancelled: 0 },
    parts: answer.parts.map((part) =>
      part.name === 'groups' ? { ...part, rows: [['alone', 0, null]] } : part,
    ),
  }));
  expect(await screen.findByText('Nothing in this period: Players a round.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Players a round' })).toBeNull();
  expect(screen.queryByText('0%', { selector: 'dd' })).toBeNull();
  const rights = screen.getByRole('region', { name: 'Monthly rights used' });
  expect([...rights.querySelectorAll('.total')].map((total) => total.textContent)).toContain('40.5%');
  expect([...rights.querySelectorAll('.total')].map((total) => total.textContent)).not.toContain('0%');
});

test('a bar of nothing is not drawn, and a small number has no length', async () => {
  await figuresOf((answer) => ({
    ...answer,
    parts: [
      {
        name: 'bonus-vouchers',
        title: 'Bonus vouchers',
        note: '',
        narrowed_by: [],
        columns: [
          { title: 'Step', kind: 'text' },
          { title: 'Vouchers', kind: 'count' },
        ],
        rows: [
          ['received', 12],
          ['used', '<5'],
          ['expired', 0],
        ],
        chart: { kind: 'bars', series: [1], limit: null },
      },
    ],
  }));
  const part = await screen.findByRole('region', { name: 'Bonus vouchers' });
  expect([...part.querySelectorAll('text.name')].map((name) => name.textContent)).toEqual([
    'received',
    'used',
  ]);
  const bars = [...part.querySelectorAll('rect[data-series]')];
  expect(bars.map((bar) => bar.getAttribute('width'))).toEqual(['82%', '0%']);
  await userEvent.click(within(part).getByRole('button', { name: 'Table: Bonus vouchers' }));
  expect(within(part).getByRole('row', { name: 'expired 0' })).toBeVisible();
});

test('numbers that are too small to be told are figures, and nothing to draw', () => {
  const few = { ...monthly('a', null), rows: [['2026-01', '<5']] };
  expect([isEmpty(few), isDrawn(few)]).toEqual([false, false]);
  expect([isEmpty(monthly('a', 2)), isDrawn(monthly('a', 2))]).toEqual([false, true]);
});

test('a club and a kind of pass that do not exist are named, with those that do', async () => {
  serveOperator();
  openOperator('/figures?club=het-dal&pass=Zondag');
  expect(
    await screen.findByText(
      'There is no club “het-dal”. There are: De Wilgenhoek, Het Duin. There are no figures of it.',
    ),
  ).toBeVisible();
  expect(screen.getByText(/There is no kind of pass “Zondag”. There are: All week 18 holes/)).toBeVisible();
});
