import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
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
      body: { actions: query.get('subject') === 'nobody' ? [] : [action('1', 'x')], next: null },
    }),
  });
  const user = userEvent.setup();
  expect(await screen.findByLabelText('Operator')).toHaveValue('olga');
  await user.type(screen.getByLabelText('Subject contains'), 'nobody');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByText('No action fits this filter.')).toBeVisible();
  expect(router.state.location.search).toEqual({ operator: 'olga', subject: 'nobody' });
  const asked = sent.findLast(({ call }) => call === 'GET /actions');
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({ operator: 'olga', subject: 'nobody' });

  await user.click(screen.getByRole('link', { name: 'Show all' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(screen.getByLabelText('Operator')).toHaveValue('');
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
