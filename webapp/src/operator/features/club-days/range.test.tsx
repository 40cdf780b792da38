import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { createClubDayRange } from '../../../../tests/operator/clubDayRange.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { fail } from '../../../../tests/mockResponse.ts';
import type { PreviewedDay } from '../../api/generated/PreviewedDay.ts';
import { changeParts, halves, previewParts } from './range.ts';

// In Amsterdam it is 25 November already.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T23:30:00Z') }));
afterEach(() => void vi.useRealTimers());

const SCREEN = '/change-days';
type User = ReturnType<typeof userEvent.setup>;

async function fill(user: User, label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
}

/** From the 27th to the 28th at two clubs. */
async function choose(user: User) {
  await user.click(await screen.findByLabelText('De Wilgenhoek, Amersfoort'));
  await user.click(screen.getByLabelText('Het Duin, Zandvoort'));
  await fill(user, 'First day', '2026-11-27');
  await fill(user, 'Last day', '2026-11-28');
}

async function explain(user: User) {
  await user.click(screen.getByRole('button', { name: 'Vorst' }));
  await user.type(screen.getByLabelText('Reason'), '4711: frost');
}

const show = (user: User) => user.click(screen.getByRole('button', { name: 'Show whom it meets' }));

function serve() {
  const range = createClubDayRange();
  range.book('de-wilgenhoek', '2026-11-28', 'Jan de Vries');
  range.book('het-duin', '2026-11-27', 'Sanne de Vries');
  return range;
}

test('several days of several clubs are closed by one form, after a look at whom that meets', async () => {
  const range = serve();
  serveOperator({}, range.routes);
  openOperator('/clubs');
  const user = userEvent.setup();
  const zuiderzee = await screen.findByRole('link', { name: /^Zuiderzeewal/ });
  expect(zuiderzee).toHaveTextContent('Ede, 18 holes');
  expect(zuiderzee).toHaveTextContent('closed today');
  await user.click(screen.getByRole('link', { name: 'Change several days…' }));
  await screen.findByRole('heading', { level: 1, name: 'Change several days' });
  expect(screen.getByLabelText('First day')).toHaveValue('2026-11-25');
  expect(await screen.findByLabelText('Zuiderzeewal, Ede, closed today')).not.toBeChecked();
  await choose(user);
  expect(screen.getByText('2 clubs chosen')).toBeVisible();
  await show(user);

  expect(
    await screen.findByText(/^4 days would change. 2 rounds with 2 places would be cancelled/),
  ).toBeVisible();
  const wilgenhoek = within(screen.getByRole('region', { name: 'De Wilgenhoek' }));
  expect(wilgenhoek.getByRole('heading', { name: 'Sat 28 Nov 2026' })).toBeVisible();
  expect(wilgenhoek.getByText(/1 of 96 places taken. 1 round with 1 place would/)).toBeVisible();
  expect(wilgenhoek.getByRole('link', { name: /^Round of Jan de Vries/ })).toBeVisible();
  expect(wilgenhoek.getByText('Without a round: Fri 27 Nov 2026')).toBeVisible();
  expect(await violations()).toEqual([]);

  const confirm = screen.getByRole('button', { name: 'Close 4 days and cancel 2 rounds' });
  await user.click(confirm);
  expect(screen.getByLabelText('Notice to members')).toHaveFocus();
  expect(range.sent).toEqual([]);
  await explain(user);
  expect(screen.getByLabelText('Notice to members')).toHaveValue('Vorst');
  await user.click(confirm);
  const done = await screen.findByText('4 days are closed. 2 rounds with 2 places were cancelled.');
  await waitFor(() => expect(done.closest('[tabindex]')).toHaveFocus());
  expect(screen.getByText('De Wilgenhoek: Fri 27 Nov 2026 to Sat 28 Nov 2026')).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(range.sent).toEqual([
    {
      clubs: ['de-wilgenhoek', 'het-duin'],
      from: '2026-11-27',
      to: '2026-11-28',
      change: 'close',
      capacity: null,
      notice: 'Vorst',
      reason: '4711: frost',
      days: [
        { club: 'de-wilgenhoek', date: '2026-11-27', meets: [] },
        { club: 'de-wilgenhoek', date: '2026-11-28', meets: ['0197a3c2-0000-7c42-9d0e-000000000001'] },
        { club: 'het-duin', date: '2026-11-27', meets: ['0197a3c2-0000-7c42-9d0e-000000000002'] },
        { club: 'het-duin', date: '2026-11-28', meets: [] },
      ],
    },
  ]);
  await user.click(screen.getByRole('button', { name: 'Change other days' }));
  expect(await screen.findByText('0 clubs chosen')).toBeVisible();
});

test('days that others booked meanwhile are shown anew and confirmed again, with what was typed', async () => {
  const range = serve();
  serveOperator({}, range.routes);
  openOperator(SCREEN);
  const user = userEvent.setup();
  await choose(user);
  await explain(user);
  await show(user);
  await screen.findByText(/^4 days would change/);
  range.book('het-duin', '2026-11-28', 'Tom Mulder');
  await user.click(screen.getByRole('button', { name: 'Close 4 days and cancel 2 rounds' }));

  expect(await screen.findByText('3 days are closed. 2 rounds with 2 places were cancelled.')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(/^On 1 day the rounds have changed since you looked/);
  expect(screen.getByText(/^1 day would change. 1 round with 1 place/)).toBeVisible();
  expect(screen.getByRole('link', { name: /^Round of Tom Mulder/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Round of Jan/ })).toBeNull();
  expect(screen.getByLabelText('Reason')).toHaveValue('4711: frost');
  expect(await violations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Close 1 day and cancel 1 round' }));
  expect(await screen.findByText('4 days are closed. 3 rounds with 3 places were cancelled.')).toBeVisible();
  expect(range.sent.at(-1)?.days).toHaveLength(1);
});

test('a day that failed says why, and a failed request loses nothing that was typed', async () => {
  const range = serve();
  let isAway = true;
  const failed = { club: 'het-duin', date: '2026-11-27', sentence: 'This day is over.' };
  serveOperator(
    {},
    {
      ...range.routes,
      'POST /club-days/change': () =>
        isAway
          ? fail(503, 'The portal cannot answer at the moment.')
          : { body: { done: [], stale: [], failed: [failed] } },
    },
  );
  openOperator(`${SCREEN}?clubs=het-duin&from=2026-11-27&to=2026-11-27`);
  const user = userEvent.setup();
  expect(await screen.findByLabelText('Het Duin, Zandvoort')).toBeChecked();
  await explain(user);
  await show(user);
  const confirm = await screen.findByRole('button', { name: 'Close 1 day and cancel 1 round' });
  await user.click(confirm);
  expect(await screen.findByRole('alert')).toHaveTextContent('The portal cannot answer at the moment.');
  expect(screen.getByLabelText('Reason')).toHaveValue('4711: frost');
  expect(screen.getByRole('link', { name: /^Round of Sanne/ })).toBeVisible();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Close 1 day and cancel 1 round' }));
  expect(await screen.findByText('No day was changed.')).toBeVisible();
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('1 day could not be changed:');
  expect(alert).toHaveTextContent('Het Duin, Fri 27 Nov 2026: This day is over.');
  expect(screen.getByLabelText('Notice to members')).toHaveValue('Vorst');
  expect(screen.getByRole('button', { name: 'Show whom it meets' })).toBeVisible();
});

test('days without a change and days that are over are named, and closed days open again', async () => {
  const range = serve();
  serveOperator({}, range.routes);
  openOperator(SCREEN);
  const user = userEvent.setup();
  await choose(user);
  await explain(user);
  await show(user);
  await user.click(await screen.findByRole('button', { name: /^Close 4 days/ }));
  await user.click(await screen.findByRole('button', { name: 'Change other days' }));

  await user.click(screen.getByLabelText('De Wilgenhoek, Amersfoort'));
  await fill(user, 'First day', '2026-11-23');
  await fill(user, 'Last day', '2026-11-29');
  await user.selectOptions(screen.getByLabelText('Change'), 'Open the days again');
  expect(screen.queryByLabelText('Notice to members')).toBeNull();
  await show(user);
  expect(await screen.findByText('2 days would change. No round would be cancelled.')).toBeVisible();
  expect(
    screen.getByText('De Wilgenhoek: Wed 25 Nov 2026 to Thu 26 Nov 2026, Sun 29 Nov 2026'),
  ).toBeVisible();
  expect(screen.getByText('De Wilgenhoek: Mon 23 Nov 2026 to Tue 24 Nov 2026')).toBeVisible();
  await user.type(screen.getByLabelText('Reason'), 'it thaws');
  await user.click(screen.getByRole('button', { name: 'Reopen 2 days' }));
  expect(await screen.findByText('2 days are open again.')).toBeVisible();
  expect(range.sent.at(-1)).toMatchObject({ change: 'reopen', notice: null });
});

test('a choice with mistakes is told at its fields, and another choice is looked at anew', async () => {
  const range = serve();
  serveOperator({}, range.routes);
  openOperator(SCREEN);
  const user = userEvent.setup();
  await fill(user, 'Last day', '2026-11-20');
  await user.selectOptions(screen.getByLabelText('Change'), 'Lower the capacity');
  await user.type(screen.getByLabelText('Places on each day'), '1001');
  await show(user);
  const clubs = screen.getByLabelText('Club or town');
  expect(clubs).toHaveFocus();
  expect(clubs).toHaveAccessibleDescription('Choose at least one club.');
  expect(screen.getByLabelText('Last day')).toHaveAccessibleDescription('The last day is before the first.');
  expect(screen.getByLabelText('Places on each day')).toHaveAccessibleDescription('Enter 0 to 1000.');
  expect(range.asked).toEqual([]);

  await user.type(clubs, 'zand');
  expect(screen.queryByLabelText('De Wilgenhoek, Amersfoort')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose these' }));
  await fill(user, 'Last day', '2026-11-28');
  await fill(user, 'Places on each day', '20');
  await show(user);
  expect(await screen.findByRole('button', { name: /^Lower the capacity of 4 days to 20/ })).toBeVisible();
  expect(range.asked).toMatchObject([{ clubs: ['het-duin'], change: 'limit', capacity: 20 }]);
  // The filter chooses nothing; another day does.
  await user.clear(clubs);
  expect(screen.getByRole('button', { name: /^Lower the capacity of 4 days/ })).toBeVisible();
  await fill(user, 'Last day', '2026-11-29');
  expect(screen.queryByRole('button', { name: /^Lower the capacity of 4 days/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Show whom it meets' })).toBeVisible();
});

test('a larger choice is looked at and sent in parts; what a part did stays when the next one fails', async () => {
  const range = serve();
  let failsAt = 2;
  serveOperator(
    {},
    {
      ...range.routes,
      'POST /club-days/change': (request) => {
        failsAt -= 1;
        return failsAt === 0
          ? fail(503, 'The database is away.')
          : range.routes['POST /club-days/change'](request);
      },
    },
  );
  openOperator(`${SCREEN}?clubs=de-wilgenhoek,het-duin&from=2026-11-25&to=2027-03-14`);
  const user = userEvent.setup();
  await screen.findByText('2 clubs chosen');
  await explain(user);
  await show(user);
  // 110 days at each.
  await user.click(await screen.findByRole('button', { name: 'Close 220 days and cancel 2 rounds' }));
  expect(range.asked.map(({ clubs }) => clubs)).toEqual([['de-wilgenhoek'], ['het-duin']]);
  expect(await screen.findByText(/^100 days are closed/)).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('The database is away.');
  await user.click(screen.getByRole('button', { name: 'Close 120 days and cancel 1 round' }));
  expect(await screen.findByText(/^220 days are closed. 2 rounds/)).toBeVisible();
  expect(range.sent.map(({ days }) => days.length)).toEqual([100, 100, 20]);
});

test('a part that meets too many rounds is asked in halves', async () => {
  const range = serve();
  serveOperator(
    {},
    {
      ...range.routes,
      'POST /club-days/preview': (request) =>
        (request.body['clubs'] as string[]).length > 1 || request.body['from'] !== request.body['to']
          ? fail(422, 'Not valid.', { errors: { rounds: 'This meets more than 1,000 rounds.' } })
          : range.routes['POST /club-days/preview'](request),
    },
  );
  openOperator(`${SCREEN}?clubs=de-wilgenhoek,het-duin&from=2026-11-27&to=2026-11-28`);
  const user = userEvent.setup();
  await screen.findByText('2 clubs chosen');
  await show(user);
  expect(await screen.findByText(/^4 days would change/)).toBeVisible();
  expect(range.asked).toHaveLength(4);
});

test("a club's days lead to the form with this club chosen", async () => {
  serveOperator({}, createClubDayRange().routes);
  openOperator('/clubs/de-wilgenhoek');
  await userEvent.setup().click(await screen.findByRole('link', { name: 'Change several days…' }));
  expect(await screen.findByLabelText('De Wilgenhoek, Amersfoort')).toBeChecked();
  expect(screen.getByText('1 club chosen')).toBeVisible();
});

test('an auditor is told which role it needs', async () => {
  serveOperator({ roles: ['auditor'] });
  openOperator(SCREEN);
  expect(await screen.findByText('Changing days of clubs needs the role support.')).toBeVisible();
  expect(screen.queryByLabelText('Reason')).toBeNull();
});

test('parts cover each day of each club once, within the limits of a request', () => {
  const choice = { from: '2026-11-25', to: '2027-11-24', change: 'close', capacity: null } as const;
  const long = previewParts({ ...choice, clubs: ['a', 'b'] });
  expect(long.map(({ clubs, from, to }) => [...clubs, from, to])).toEqual([
    ['a', '2026-11-25', '2027-06-12'],
    ['a', '2027-06-13', '2027-11-24'],
    ['b', '2026-11-25', '2027-06-12'],
    ['b', '2027-06-13', '2027-11-24'],
  ]);
  const many = Array.from({ length: 45 }, (_, index) => `club-${index}`);
  const short = previewParts({ ...choice, to: '2026-11-25', clubs: many });
  expect(short.map(({ clubs }) => clubs.length)).toEqual([40, 5]);
  const part = { ...choice, clubs: ['a'], to: '2026-11-27' };
  expect(halves(part).map(({ from, to }) => [from, to])).toEqual([
    ['2026-11-25', '2026-11-26'],
    ['2026-11-27', '2026-11-27'],
  ]);
  expect(halves({ ...part, to: part.from })).toEqual([]);
  const day = { rounds: Array.from({ length: 300 }) } as unknown as PreviewedDay;
  expect(changeParts([day, day, day]).map(({ length }) => length)).toEqual([1, 1, 1]);
});
