import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setServerTime } from '@/api/clock.ts';
import { violations } from '../../../../tests/operator/axe.ts';
import { fail } from '../../../../tests/mockResponse.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { BOOKING } from '../../../../tests/operator/samples.ts';
import { dayAfter } from './queries.ts';

// In Amsterdam it is 25 November already.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T23:30:00Z') }));
afterEach(() => void vi.useRealTimers());

const DAYS = '/clubs/de-wilgenhoek';
const row = (day: string) => screen.findByRole('row', { name: new RegExp(day) });

test('the clubs lead to the days from today on, and to more on demand', async () => {
  const office = serveOperator();
  const { router } = openOperator('/');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('link', { name: 'Clubs' }));
  await user.click(await screen.findByRole('link', { name: /De Wilgenhoek/ }));
  await screen.findByRole('heading', { level: 1, name: 'De Wilgenhoek' });
  expect(router.state.location.pathname).toBe(DAYS);
  expect(screen.getByText(/96 places a day/)).toBeVisible();
  const rows = screen.getAllByRole('row');
  expect(rows).toHaveLength(31);
  expect(rows[1]).toHaveTextContent('Wed 25 Nov 2026');
  expect(rows[1]).toHaveTextContent('4 of 96');
  const monday = await row('Mon 30 Nov 2026');
  expect(monday).toHaveTextContent('closed on this weekday');
  expect(within(monday).getByText('Monday')).not.toHaveAttribute('lang');
  expect(within(monday).queryByRole('link', { name: /^(Close|Lower)/ })).toBeNull();
  // Rounds that were booked before the club closed on Mondays can still be cancelled.
  expect(within(await row('Mon 7 Dec 2026')).getByRole('link', { name: /^Close on/ })).toBeVisible();
  expect(within(rows[1]!).getByRole('link', { name: 'Wed 25 Nov 2026' })).toHaveAttribute(
    'href',
    '/operator/club_day/de-wilgenhoek/2026-11-25',
  );
  expect(await violations()).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Show 30 more days' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(61));
  const christmas = await row('Fri 25 Dec 2026');
  expect(christmas).toHaveTextContent("closed by the club's closure");
  expect(within(christmas).getByText('Eerste kerstdag')).toHaveAttribute('lang', 'nl');
  expect(office.requests.at(-1)).toBe('GET /clubs/de-wilgenhoek/days?from=2026-12-25&count=30');
});

test('the first day is in the address; of a past day nothing can be changed', async () => {
  serveOperator();
  const { router } = openOperator(DAYS);
  const from = await screen.findByLabelText('Days from');
  expect(from).toHaveValue('2026-11-25');
  const user = userEvent.setup();
  await user.clear(from);
  await user.type(from, '2026-11-20');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await row('Fri 20 Nov 2026')).toHaveTextContent('past');
  expect(router.state.location.search).toEqual({ from: '2026-11-20' });
});

test("the first day is the server's today, whatever this device's clock says", async () => {
  setServerTime('2026-11-20T12:00:00Z');
  serveOperator();
  openOperator(DAYS);
  expect(await screen.findByLabelText('Days from')).toHaveValue('2026-11-20');
  setServerTime(new Date().toISOString());
});

test("a club's day leads to its club", async () => {
  serveOperator();
  const { router } = openOperator('/club_day/de-wilgenhoek/2026-11-28');
  await userEvent.setup().click(await screen.findByRole('link', { name: 'Days of the club' }));
  expect(await row('Sat 28 Nov 2026')).toBeVisible();
  expect(router.state.location.href).toBe(`${DAYS}?from=2026-11-28`);
});

test('an auditor reads the days, and can change none', async () => {
  serveOperator({ roles: ['auditor'] });
  const { router } = openOperator(DAYS);
  const day = await row('Sat 28 Nov 2026');
  expect(within(day).getAllByRole('link')).toHaveLength(1);
  expect(screen.getByText(/Changing a day needs the role support/)).toBeVisible();
  await router.navigate({ href: `${DAYS}/2026-11-28/close` });
  expect(await screen.findByText('Changing a day of a club needs the role support.')).toBeVisible();
  expect(screen.queryByLabelText('Reason')).toBeNull();
});

test('an admin, who may not read the days, is told so once', async () => {
  const office = serveOperator({ roles: ['admin'] });
  openOperator(DAYS);
  expect(await screen.findByText(/needs the role support or auditor/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Days of a club');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(office.requests.filter((request) => request.includes('/days'))).toEqual([]);
});

test('what is not allowed is not offered again', async () => {
  const sentence = 'Your account may not do this.';
  serveOperator({}, { [`GET ${DAYS}/days`]: () => fail(403, sentence) });
  openOperator(DAYS);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a day is closed after a look at whom it meets, and opened again', async () => {
  const sent: unknown[] = [];
  serveOperator(
    {},
    {
      'POST /clubs/de-wilgenhoek/days/2026-11-28/close': ({ body }) => {
        sent.push(body);
        return undefined;
      },
    },
  );
  const { router } = openOperator(DAYS);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('link', { name: 'Close on Sat 28 Nov 2026' }));
  // The name of the club comes with its day.
  await screen.findByRole('heading', { level: 1, name: 'Close Sat 28 Nov 2026 at De Wilgenhoek' });
  expect(await screen.findByText(/^2 rounds with 4 places would be cancelled/)).toBeVisible();
  const round = screen.getByRole('link', { name: /^Round of Jan de Vries, Sanne de Vries, Tom Mulder/ });
  expect(round).toHaveAttribute('href', `/operator/booking/${BOOKING}`);
  expect(round).toHaveAttribute('target', '_blank');
  expect(screen.getByText(/18 holes, booked/)).toHaveTextContent(
    /^N91W-1PPE, 18 holes.*20 Nov 2026 19:31:00/,
  );
  await user.click(screen.getByRole('button', { name: 'Copy the booking number N91W-1PPE' }));
  expect(await navigator.clipboard.readText()).toBe('N91W-1PPE');
  expect(await violations()).toEqual([]);

  const confirm = screen.getByRole('button', { name: 'Close the day and cancel 2 rounds' });
  await user.click(confirm);
  expect(screen.getByLabelText('Notice to members')).toHaveFocus();
  expect(screen.getByLabelText('Notice to members')).toHaveAccessibleDescription(/Write what members read/);
  expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription(/Write why you do this/);
  expect(sent).toEqual([]);

  await user.type(screen.getByLabelText('Notice to members'), 'Vorst op de baan');
  await user.type(screen.getByLabelText('Reason'), 'call of the greenkeeper');
  await user.click(confirm);
  const done = await screen.findByText('Sat 28 Nov 2026 is closed. 2 rounds with 4 places were cancelled.');
  await waitFor(() => expect(done.closest('[tabindex]')).toHaveFocus());
  expect(sent).toEqual([
    {
      reason: 'call of the greenkeeper',
      notice: 'Vorst op de baan',
      meets: ['0197a3c2-4444-7c42-9d0e-3f2a1b4c5d6e', BOOKING],
    },
  ]);

  await user.click(screen.getAllByRole('link', { name: 'Days of De Wilgenhoek' })[0]!);
  const closed = await row('Sat 28 Nov 2026');
  await waitFor(() => expect(closed).toHaveTextContent('closed for this dayVorst op de baan'));
  await user.click(within(closed).getByRole('button', { name: 'Reopen Sat 28 Nov 2026' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Reopen Sat 28 Nov 2026' }));
  expect(await violations()).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'it thaws{Enter}');
  expect(await screen.findByText(/^Sat 28 Nov 2026 is open again/)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Close on Sat 28 Nov 2026' })).toBeVisible();
  expect(router.state.location.pathname).toBe(DAYS);
});

test('when the rounds have changed the new list is shown, and the operator decides again', async () => {
  const office = serveOperator();
  openOperator(`${DAYS}/2026-11-28/close`);
  await screen.findByText(/^2 rounds with 4 places/);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Notice to members'), 'Vorst op de baan');
  await user.type(screen.getByLabelText('Reason'), 'frost');
  office.clubDays.setRounds('2026-11-28', 1);
  await user.click(screen.getByRole('button', { name: 'Close the day and cancel 2 rounds' }));
  expect(await screen.findByText(/^1 round with 3 places would be cancelled/)).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('The rounds of this day have changed: look again.');
  expect(screen.getByText('3 of 96 places are taken.')).toBeVisible();
  // Nothing that was typed is lost.
  expect(screen.getByLabelText('Notice to members')).toHaveValue('Vorst op de baan');
  await user.click(screen.getByRole('button', { name: 'Close the day and cancel 1 round' }));
  expect(await screen.findByText(/^Sat 28 Nov 2026 is closed. 1 round with 3 places was/)).toBeVisible();
});

test('the capacity is lowered, after a look at the rounds that do not fit', async () => {
  serveOperator();
  const { router } = openOperator(`${DAYS}/2026-11-28/limit`);
  const user = userEvent.setup();
  const places = await screen.findByLabelText('Places on this day');
  expect(screen.getByText('4 of 96 places are taken.')).toBeVisible();
  await user.type(places, '1001{Enter}');
  expect(places).toHaveAccessibleDescription(/Enter 0 to 1000/);
  expect(places).toHaveFocus();
  expect(screen.queryByLabelText('Reason')).toBeNull();

  await user.clear(places);
  await user.type(places, '3{Enter}');
  expect(await screen.findByText(/^1 round with 1 place would be cancelled/)).toBeVisible();
  expect(router.state.location.search).toEqual({ capacity: '3' });
  expect(await violations()).toEqual([]);
  await user.type(screen.getByLabelText('Notice to members'), 'Onderhoud');
  await user.type(screen.getByLabelText('Reason'), 'maintenance');
  await user.click(screen.getByRole('button', { name: 'Lower the capacity to 3 and cancel 1 round' }));
  expect(await screen.findByText(/^Sat 28 Nov 2026 has 3 places. 1 round with 1 place was/)).toBeVisible();

  await user.click(screen.getAllByRole('link', { name: 'Days of De Wilgenhoek' })[0]!);
  const limited = await row('Sat 28 Nov 2026');
  await waitFor(() => expect(limited).toHaveTextContent('3 of 3capacity changed for this day'));
  await user.click(within(limited).getByRole('link', { name: /^Lower capacity/ }));
  expect(await screen.findByText('3 of 3 places are taken. The club has 96 on other days.')).toBeVisible();
});

test('a notice that the server refuses, and a preview that fails, say so', async () => {
  let isAway = true;
  const path = 'POST /clubs/de-wilgenhoek/days/2026-11-26';
  serveOperator(
    {},
    {
      [`${path}/preview`]: () =>
        isAway ? { status: 500, body: { success: false, error: 'The database is away.' } } : undefined,
      [`${path}/close`]: () => ({
        status: 422,
        body: { success: false, errors: { notice: 'The notice has a control character.' } },
      }),
    },
  );
  openOperator(`${DAYS}/2026-11-26/close`);
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away.');
  isAway = false;
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No round would be cancelled.')).toBeVisible();
  await user.type(screen.getByLabelText('Notice to members'), 'Vorst');
  await user.type(screen.getByLabelText('Reason'), 'frost');
  await user.click(screen.getByRole('button', { name: 'Close the day' }));
  const notice = screen.getByLabelText('Notice to members');
  await waitFor(() => expect(notice).toHaveAccessibleDescription(/control character/));
  expect(notice).toHaveFocus();
});

test('another change than these two, or a date that is none, is no page', async () => {
  serveOperator();
  const { router } = openOperator(`${DAYS}/2026-11-26/remove`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await router.navigate({ href: `${DAYS}/tomorrow/close` });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('the day after the last of a month and of a year', () => {
  expect(['2026-11-30', '2026-12-31', '2027-02-28'].map(dayAfter)).toEqual([
    '2026-12-01',
    '2027-01-01',
    '2027-03-01',
  ]);
});

test('a notice that is often written fills the field, and can be changed', async () => {
  serveOperator();
  openOperator(`${DAYS}/2026-11-28/close`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Sneeuw' }));
  const notice = screen.getByLabelText('Notice to members');
  expect(notice).toHaveValue('Sneeuw');
  await user.type(notice, ' op de baan');
  expect(notice).toHaveValue('Sneeuw op de baan');
});
