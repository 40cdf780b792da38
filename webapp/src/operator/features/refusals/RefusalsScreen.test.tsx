import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { savedFiles } from '../../../../tests/operator/savedFiles.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { BOOKING, JAN, SANNE } from '../../../../tests/operator/samples.ts';
import { ruleName } from './names.ts';

test('an attempt leads in one click to its explanation at that moment', async () => {
  serveOperator();
  const { router } = openOperator('/refusals');
  const row = within(await screen.findByRole('row', { name: /10:58:12/ }));
  expect(row.getByText('Plays that day already')).toBeVisible();
  expect(row.getByText('Heeft op deze datum al een reservering')).toHaveAttribute('lang', 'nl');
  expect(row.getByText(/^Sanne de Vries:/)).toBeVisible();
  expect(row.getByText('with Sanne de Vries')).toBeVisible();
  await userEvent.click(row.getByRole('link', { name: /^Why\? Jan de Vries/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/why'));
  expect(router.state.location.search).toEqual({
    member: JAN,
    date: '2026-11-28',
    club: 'de-wilgenhoek',
    holes: '18',
    with: SANNE,
    at: '2026-11-25T10:58:12.345678+01:00',
  });
});

test('what is not about booking leads to the booking or the member as it was', async () => {
  serveOperator();
  openOperator('/refusals');
  const late = within(await screen.findByRole('row', { name: /10:56:12/ }));
  expect(late.getByText('by an operator')).toBeVisible();
  const booking = late.getByRole('link', { name: 'The booking then' });
  expect(booking.getAttribute('href')).toContain(`/booking/${BOOKING}?at=2026-11-25T10`);
  const order = within(screen.getByRole('row', { name: /10:55:12/ }));
  expect(order.getByRole('link', { name: 'The member then' })).toBeVisible();
});

test('rules are counted and chosen, and the filter is in the address', async () => {
  const office = serveOperator();
  const { router } = openOperator(`/refusals?member=${JAN}`);
  const counts = within(await screen.findByRole('table', { name: 'How often each rule refused' }));
  await userEvent.click(counts.getByRole('link', { name: 'Too few places at the club' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ member: JAN, rule: 'club_few_places' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /10:58:12/ })).toBeNull());
  expect(office.requests).toContain(`GET /refusals?rule=club_few_places&member=${JAN}`);
  await userEvent.click(screen.getByRole('link', { name: 'Show all' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('where nothing was refused, both parts say so', async () => {
  serveOperator(
    {},
    {
      'GET /refusals': () => ({ body: { refusals: [], next: null } }),
      'GET /refusals/rules': () => ({ body: { rules: [] } }),
    },
  );
  const { router } = openOperator('/refusals');
  expect(await screen.findByText('Nothing was refused in the last 90 days.')).toBeVisible();
  expect(screen.getByText('No rule refused anything in the last 90 days.')).toBeVisible();
  await router.navigate({ to: '/refusals', search: { member: JAN } });
  expect(await screen.findByText('No rule refused this member anything in the last 90 days.')).toBeVisible();
});

test('an unknown member is said at the field', async () => {
  const unknown = { status: 404, body: { success: false, error: 'nobody has that address' } };
  serveOperator({}, { 'GET /refusals': () => unknown, 'GET /refusals/rules': () => unknown });
  openOperator('/refusals?member=nobody%40test.example');
  expect(await screen.findByText('nobody has that address')).toBeVisible();
  expect(screen.getByLabelText(/^Member/)).toHaveAccessibleDescription(/nobody has that address/);
});

test('a rule that was added since is named by its code', () => {
  expect(ruleName('club_flooded')).toBe('club flooded');
});

test('club and days are asked for, and a bad day is told at its field', async () => {
  const asked: string[] = [];
  serveOperator(
    {},
    {
      'GET /refusals': ({ query }) => {
        asked.push(query.toString());
        return query.get('from') === '2026-02-30'
          ? {
              status: 422,
              body: {
                success: false,
                error: 'Write a day as 2026-11-28.',
                errors: { from: 'Write a day as 2026-11-28.' },
              },
            }
          : undefined;
      },
    },
  );
  const { router } = openOperator('/refusals');
  const user = userEvent.setup();
  const option = await screen.findByRole('option', { name: 'De Wilgenhoek' });
  await user.selectOptions(screen.getByLabelText('Club'), option);
  await user.type(screen.getByLabelText('First day'), '2026-02-30');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(screen.getByLabelText('First day')).toBeInvalid());
  expect(screen.getByText('Write a day as 2026-11-28.')).toBeVisible();
  expect(router.state.location.search).toEqual({ club: 'de-wilgenhoek', from: '2026-02-30' });
  expect(asked.at(-1)).toBe('club=de-wilgenhoek&from=2026-02-30');
  expect(screen.getByLabelText('Club')).toHaveDisplayValue('De Wilgenhoek');
});

test('what the filter shows is exported, with a reason', async () => {
  const { names, bodies, answer } = savedFiles();
  serveOperator({}, { 'POST /refusals/export': answer });
  openOperator(`/refusals?rule=club_few_places&member=${JAN}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Export as CSV…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Export as CSV' }));
  expect(dialog.getByText(/has what fits the filter, newest first, at most 10,000 rows/)).toBeVisible();
  expect(await violations()).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'to telephone them');
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText(/^Saved as /)).toBeVisible();
  expect(names).toHaveLength(1);
  expect(bodies).toEqual([{ filter: { rule: 'club_few_places', member: JAN }, reason: 'to telephone them' }]);
  await user.click(screen.getByRole('link', { name: 'Show all' }));
  await waitFor(() => expect(screen.queryByText(/^Saved as /)).toBeNull());
});

test('a rule and a club that do not exist are named', async () => {
  serveOperator();
  openOperator('/refusals?rule=club_flooded&club=het-dal');
  expect(await screen.findByText(/There is no rule “club_flooded”. There are \d+: choose one/)).toBeVisible();
  expect(await screen.findByText(/There is no club “het-dal”. There are: De Wilgenhoek/)).toBeVisible();
});

test('the code of a rule and the id of the request are a detail', async () => {
  serveOperator();
  openOperator('/refusals');
  const row = within(await screen.findByRole('row', { name: /10:58:12/ }));
  expect(row.getByText('player_already_plays').closest('details')).not.toHaveAttribute('open');
  await userEvent.click(row.getByText('In the log'));
  expect(row.getByRole('button', { name: 'Copy the id of the request' })).toBeVisible();
});
