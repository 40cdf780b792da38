import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import type { ClubActionEntry } from '../../api/generated/ClubActionEntry.ts';
import { loggedIn, openScreen, refusal } from '../login/openScreen.test.support.tsx';

const action = (id: string, more: Partial<ClubActionEntry>): ClubActionEntry => ({
  id,
  at: '2026-11-25T11:04:03+01:00',
  club: 'de-es',
  club_name: 'De Es',
  user: 'Ruud',
  action: 'annul arrival',
  subject: 'arrival list arrivals/de-es/2026-11-24',
  member: null,
  reason: 'verkeerde scan',
  ...more,
});

const clubs = [
  { id: 'de-es', name: 'De Es' },
  { id: 'klein', name: 'De Kleine' },
];

const record = (...actions: readonly ClubActionEntry[]) => ({
  'GET /club-actions': () => ({ body: { actions, next: null, acts: ['annul arrival', 'view'], clubs } }),
});

test('what clubs did is one link from what operators did, and leads to days, statements and members', async () => {
  const { sent } = openScreen('/actions', {
    ...loggedIn('auditor'),
    'GET /actions': () => ({ body: { actions: [], next: null } }),
    ...record(
      action('1', {}),
      action('2', { action: 'dispute line', subject: 'settlement settlement/de-es/2026-10' }),
      action('3', {
        action: 'view',
        subject: 'member 0190-jan',
        member: { id: '0190-jan', name: 'Jan de Vries' },
      }),
      action('4', { action: 'invite', subject: 'Marijke', club: 'gone', club_name: 'gone' }),
    ),
  });
  await userEvent.click(await screen.findByRole('link', { name: 'At clubs' }));
  const annulled = await screen.findByRole('row', { name: /Took an arrival back/ });
  expect(annulled).toHaveTextContent('25 Nov 2026 11:04:03');
  expect(annulled).toHaveTextContent('verkeerde scan');
  const links = [
    ['Arrivals Tue 24 Nov 2026', '/operator/arrival_list/arrivals/de-es/2026-11-24'],
    ['Statement of Oct 2026', '/operator/statements/de-es/2026-10'],
    ['Jan de Vries', '/operator/member/0190-jan'],
  ] as const;
  for (const [name, href] of links) expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
  expect(screen.getByRole('row', { name: /Invited somebody/ })).toHaveTextContent('goneRuud');
  expect(screen.getByRole('link', { name: 'At clubs' })).toHaveAttribute('aria-current', 'page');
  expect(sent.findLast(({ call }) => call === 'GET /club-actions')?.query.get('acts_only')).toBe('true');
  expect(await violations()).toEqual([]);
});

test('the filter is in the address, and in what the server is asked', async () => {
  const { router, sent } = openScreen('/actions/clubs?club=klein', { ...loggedIn('admin'), ...record() });
  const asked = () =>
    Object.fromEntries(sent.findLast(({ call }) => call === 'GET /club-actions')?.query ?? []);
  const user = userEvent.setup();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Club' })).toHaveDisplayValue('De Kleine'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Act' }), 'Took an arrival back');
  await user.type(screen.getByLabelText('From'), '2026-11-01');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const filter = { club: 'klein', act: 'annul arrival', from: '2026-11-01' };
  await waitFor(() => expect(router.state.location.search).toEqual(filter));
  await waitFor(() => expect(asked()).toEqual({ ...filter, acts_only: 'true' }));
  expect(await screen.findByText(/^No act fits this filter/)).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Views, too' }));
  await waitFor(() => expect(asked()).toEqual(filter));
  await user.click(screen.getByRole('link', { name: 'Show all' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ views: 'yes' }));
  expect(within(screen.getByRole('search', { name: 'Actions at clubs' })).getByLabelText('Club')).toHaveValue(
    '',
  );
});

test('what the server cannot read is said at its field', async () => {
  const sentence = 'No member is known under this text.';
  openScreen('/actions/clubs?member=nobody', {
    ...loggedIn('auditor'),
    'GET /club-actions': () => refusal(422, sentence, { member: sentence }),
  });
  await waitFor(() => expect(screen.getByLabelText(/^Member/)).toHaveAccessibleDescription(sentence));
});
