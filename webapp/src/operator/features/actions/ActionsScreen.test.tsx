import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ActionEntry } from '../../api/generated/ActionEntry.ts';
import { loggedIn, openScreen, refusal, type Sent } from '../login/openScreen.test.support.tsx';

const action = (id: string, subject: string, more: Partial<ActionEntry> = {}): ActionEntry => ({
  id,
  at: '2026-11-25T11:04:03+01:00',
  operator: 'Olga Smit',
  operator_id: null,
  action: 'viewed',
  subject,
  member: null,
  reason: '',
  ...more,
});
const member = { id: '0190-jan', name: 'Jan de Vries' };

/** Two pages: the second one after the cursor `c1`. */
const pages = ({ query }: Sent) =>
  query.get('before') === 'c1'
    ? { body: { actions: [action('2', 'voucher ABC', { reason: 'wrong code' })], next: null } }
    : { body: { actions: [action('1', 'member Jan', { member })], next: 'c1' } };

test('shows the newest, then more, with a link to the member', async () => {
  openScreen('/actions', { ...loggedIn('auditor'), 'GET /actions': pages });
  const row = await screen.findByRole('row', { name: /member Jan/ });
  expect(row).toHaveTextContent('25 Nov 2026 11:04:03');
  expect(within(row).getByRole('link', { name: 'Jan de Vries' })).toHaveAttribute(
    'href',
    '/operator/member/0190-jan',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByRole('row', { name: /voucher ABC/ })).toHaveTextContent('wrong code');
  expect(screen.getByRole('row', { name: /member Jan/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(screen.getByText('These are all.')).toHaveFocus();
});

test('an admin, who may not look members up, reads the name only', async () => {
  openScreen('/actions', { ...loggedIn('admin'), 'GET /actions': pages });
  const row = await screen.findByRole('row', { name: /Jan de Vries/ });
  expect(within(row).queryByRole('link')).toBeNull();
});

const id = (nth: number) => `0190000${nth}-0000-7000-8000-000000000001`;
const list = (count: number) => Array.from({ length: count }, (_, index) => `member ${id(index)}`).join(', ');
const search = (row: string, subject: string, more: Partial<ActionEntry> = {}) =>
  action(row, subject, { action: 'search', ...more });

test('a search names whom it showed, by their ids', async () => {
  openScreen('/actions', {
    ...loggedIn('auditor'),
    'GET /actions': () => ({
      body: {
        actions: [
          search('1', `by address: member ${id(1)}`, { member: { id: id(1), name: 'Jan de Vries' } }),
          search('2', `by id: booking ${id(2)}`),
          search('3', `by name: ${list(5)} and 2 more`),
        ],
        next: null,
      },
    }),
  });
  const one = await screen.findByRole('row', { name: /by address/ });
  expect(one).not.toHaveTextContent('0190');
  expect(within(one).getByRole('link', { name: 'Jan de Vries' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Booking 01900002…0001' })).toHaveAttribute(
    'href',
    `/operator/booking/${id(2)}`,
  );
  const several = screen.getByRole('row', { name: /by name, 5 and more shown/ });
  expect(within(several).getByText('Member 01900004…0001')).not.toBeVisible();
  await userEvent.click(within(several).getByText('by name, 5 and more shown'));
  expect(within(several).getByRole('link', { name: 'Member 01900004…0001' })).toBeVisible();
  expect(within(several).getByText('2 more')).toBeVisible();
});

test('the filter is in the address, and in what the server is asked', async () => {
  const { router, sent } = openScreen('/actions?operator=olga', {
    ...loggedIn('auditor'),
    'GET /actions': ({ query }) => ({
      body: { actions: query.get('reason') === '4711' ? [] : [action('1', 'x')], next: null },
    }),
  });
  const user = userEvent.setup();
  expect(await screen.findByLabelText(/^Operator/)).toHaveValue('olga');
  await user.type(screen.getByLabelText(/^Member/), 'Jan de Vries');
  await user.selectOptions(screen.getByLabelText('Act'), 'Closed a day');
  await user.type(screen.getByLabelText('From'), '2026-11-01');
  await user.type(screen.getByLabelText('To'), '2026-11-30');
  await user.type(screen.getByLabelText('Reason or ticket number'), '4711');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByText(/^No act fits this filter/)).toBeVisible();
  const filter = {
    operator: 'olga',
    member: 'Jan de Vries',
    act: 'close day',
    from: '2026-11-01',
    to: '2026-11-30',
    reason: '4711',
  };
  expect(router.state.location.search).toEqual(filter);
  const asked = sent.findLast(({ call }) => call === 'GET /actions');
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({ ...filter, acts_only: 'true' });

  await user.click(screen.getByRole('link', { name: 'Show all' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(screen.getByLabelText(/^Operator/)).toHaveValue('');
});

test('views and searches are shown on demand, and when one of them is the act', async () => {
  const { router, sent } = openScreen('/actions', { ...loggedIn('auditor'), 'GET /actions': pages });
  const actsOnly = () => sent.findLast(({ call }) => call === 'GET /actions')?.query.get('acts_only');
  await screen.findByRole('row', { name: /member Jan/ });
  expect(actsOnly()).toBe('true');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Views and searches, too' }));
  await waitFor(() => expect(actsOnly()).toBeNull());
  expect(router.state.location.search).toEqual({ views: 'yes' });
  await router.navigate({ to: '/actions', search: { act: 'search' } });
  await waitFor(() => expect(sent.at(-1)?.query.get('act')).toBe('search'));
  expect(actsOnly()).toBeNull();
});

test('acts are in words, one that was added since by its code, and subjects lead to their pages', async () => {
  openScreen('/actions', {
    ...loggedIn('auditor'),
    'GET /actions': () => ({
      body: {
        actions: [
          action('1', 'club_day de-es/2026-11-29', {
            action: 'close day',
            subject_name: 'De Es, Sun 29 Nov 2026',
            reason: '4711: frost',
          }),
          action('2', `member ${id(1)}`, { action: 'juggle', member: { id: id(1), name: 'Jan de Vries' } }),
        ],
        next: null,
        acts: ['close day', 'juggle'],
      },
    }),
  });
  const closed = await screen.findByRole('row', { name: /Closed a day/ });
  const day = within(closed).getByRole('link', { name: 'Club day De Es, Sun 29 Nov 2026' });
  expect(day).toHaveAttribute('href', '/operator/club_day/de-es/2026-11-29');
  const other = screen.getByRole('row', { name: /Juggle/ });
  expect(other).not.toHaveTextContent('0190');
  expect(within(other).getByRole('link', { name: 'Jan de Vries' })).toBeVisible();
  expect(screen.getByRole('option', { name: 'Juggle' })).toBeInTheDocument();
});

test('what the server cannot read is said at its field', async () => {
  const sentence = 'No member is known under this text.';
  openScreen('/actions?member=nobody', {
    ...loggedIn('auditor'),
    'GET /actions': () => refusal(422, sentence, { member: sentence }),
  });
  await waitFor(() => expect(screen.getByLabelText(/^Member/)).toHaveAccessibleDescription(sentence));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

test('an export asks why, sends the filter, and saves the file', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`);
  });
  const { createObjectURL, revokeObjectURL } = URL;
  onTestFinished(() => void Object.assign(URL, { createObjectURL, revokeObjectURL }));
  Object.assign(URL, { createObjectURL: () => 'blob:of-the-file', revokeObjectURL: () => {} });
  let isTooMuch = true;
  const { bodiesOf } = openScreen('/actions?reason=4711', {
    ...loggedIn('auditor'),
    'GET /actions': pages,
    'POST /actions/export': () =>
      isTooMuch
        ? refusal(422, 'This cannot be done.', { from: 'A file has at most 10,000 rows.' })
        : {
            body: 'at;operator',
            headers: { 'content-disposition': 'attachment; filename="fairway-actions-2026-11-29.csv"' },
          },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Export as CSV…' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Write why/);
  await user.type(dialog.getByLabelText('Reason'), 'audit of ticket 4711');
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  expect(await dialog.findByText(/A file has at most 10,000 rows\./)).toBeVisible();
  expect(saved).toEqual([]);
  isTooMuch = false;
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Saved as fairway-actions-2026-11-29.csv.')).toBeVisible();
  expect(saved).toEqual(['fairway-actions-2026-11-29.csv blob:of-the-file']);
  expect(bodiesOf('POST /actions/export').at(-1)).toEqual({
    filter: { reason: '4711', acts_only: true },
    reason: 'audit of ticket 4711',
  });
});

test('a page that fails keeps those before it, and can be tried again', async () => {
  openScreen('/actions', {
    ...loggedIn('auditor'),
    'GET /actions': (sent) => (sent.query.has('before') ? refusal(500, 'It failed.') : pages(sent)),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It failed.');
  expect(screen.getByRole('row', { name: /member Jan/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again to load more' })).toBeVisible();
});

test('an act that does not exist is named', async () => {
  openScreen('/actions?act=close%20course', {
    ...loggedIn('auditor'),
    'GET /actions': () => ({
      body: { actions: [], next: null, acts: [] },
    }),
  });
  expect(await screen.findByText(/^There is no act “close course”. There are \d+: choose one/)).toBeVisible();
});
