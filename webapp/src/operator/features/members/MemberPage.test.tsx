import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { JAN } from '../../../../tests/operator/samples.ts';

const ADDRESS = `/member/${JAN}`;
const SESSIONS = `${ADDRESS}?tab=sessions`;
const part = (name: string) => within(screen.getByRole('region', { name }));

test('shows the account, rights, rounds, orders, and what can be done', async () => {
  serveOperator();
  openOperator(ADDRESS);
  await screen.findByRole('heading', { level: 1, name: 'Jan de Vries' });
  expect(part('Account').getByText('jan.devries@fairway.example')).toBeVisible();
  // 08:12:44 in UTC, on Amsterdam's clock.
  expect(part('Account').getByText('25 Nov 2026 09:12:44')).toBeVisible();
  expect(part('Account').getByText('not given')).toBeVisible();
  expect(part('Account').getByText('A-17')).toBeVisible();
  expect(part('Account').getByText(/jan@vroeger.example/)).toBeVisible();
  const [today, later] = part('Upcoming rounds').getAllByRole('listitem', { name: '' });
  expect(today).toHaveTextContent('Het Duin, Wed 25 Nov 2026');
  expect(today).toHaveTextContent('today');
  expect(later).toBeDefined();
  expect(part('Upcoming rounds').getByText('Sanne de Vries')).toBeVisible();
  expect(part('Passes').getByRole('row', { name: /Doordeweeks 2026/ })).toHaveTextContent('23 of 40');
  expect(part('Passes').getByRole('row', { name: /Doordeweeks 2026/ })).toHaveTextContent('€495.00');
  expect(part('Vouchers').getByRole('row', { name: /Vrije greenfee/ })).toHaveTextContent(
    'used on 4 Oct 2026',
  );
  expect(part('Forfeited rights').getByRole('link', { name: '#1039' })).toHaveAttribute(
    'href',
    '/operator/event/1039',
  );
  expect(part('Account').getByText('12 Mar 1980')).toBeVisible();
  expect(part('Account').getByText('3851 AB Ermelo')).toBeVisible();
  expect(part('Upcoming rounds').getByText('18 holes, N91W-1PPE')).toBeVisible();
  // This month, and the next one.
  expect(part('Passes').getByRole('row', { name: /Doordeweeks 2026/ })).toHaveTextContent(/3 of 4.*1 of 4/);
  expect(part('Vouchers').getByText(/^3 of 23:/)).toBeVisible();
  expect(part('Orders').getByRole('row', { name: /2 vouchers for 9 holes/ })).toHaveTextContent('tr_order-1');
  const past = part('Past and cancelled rounds');
  expect(past.getByRole('row', { name: /1 Nov 2026/ })).toHaveTextContent('played');
  expect(past.getByRole('row', { name: /20 Oct 2026/ })).toHaveTextContent(/cancelled by the club.*Vorst/);
  expect(await violations()).toEqual([]);
});

test('the sessions say in which browser each is', async () => {
  serveOperator();
  openOperator(SESSIONS);
  await screen.findByRole('heading', { level: 2, name: 'Sessions' });
  expect(part('Sessions').getAllByRole('row')).toHaveLength(4);
  expect(part('Sessions').getByText('an operator')).toBeVisible();
  expect(part('Sessions').getByText('Firefox 151 on Linux')).toBeVisible();
  expect(part('Sessions').getAllByText('not known').length).toBeGreaterThan(0);
  expect(await violations()).toEqual([]);
});

test.each([
  ['auditor', []],
  [
    'support',
    [
      'Open the portal as this member…',
      'Change the e-mail address…',
      'Correct the profile…',
      'Disable the account…',
    ],
  ],
  ['admin', ['Erase this member…']],
] as const)('the role %s may do %j with the account', async (role, labels) => {
  serveOperator({ roles: [role] });
  openOperator(ADDRESS);
  await screen.findByRole('heading', { level: 2, name: 'Account' });
  const group = screen.queryByRole('group', { name: 'Acts on the account' });
  const buttons = group ? within(group).getAllByRole('button') : [];
  expect(buttons.map((button) => button.textContent)).toEqual(labels);
  const others = ['Upcoming rounds', 'Passes', 'Vouchers', 'Forfeited rights'];
  const hasButtons = others.map((name) => part(name).queryAllByRole('button').length > 0);
  expect(hasButtons).toEqual(others.map(() => role === 'support'));
  expect(screen.queryByText(/Changing it needs the role support/) === null).toBe(role === 'support');
});

test('an unknown and an erased member say so', async () => {
  serveOperator();
  const { router } = openOperator('/member/nobody');
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing is known of the member nobody.');
  await router.navigate({ to: '/$kind/$', params: { kind: 'member', _splat: JAN } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Jan de Vries' })).toBeVisible();
});

test('an admin is told that a member was erased, without the history', async () => {
  const office = serveOperator({ roles: ['admin'], isErased: true });
  openOperator(ADDRESS);
  expect(await screen.findByRole('alert')).toHaveTextContent('This member was erased on 25 November 2026.');
  expect(office.requests.filter((request) => request.startsWith('GET /subject'))).toEqual([]);
});

test('one session ends, then all; each with its reason', async () => {
  serveOperator();
  openOperator(SESSIONS);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'End the session of 24 Nov 2026 20:03:10' }));
  const dialog = within(screen.getByRole('dialog', { name: 'End a session' }));
  expect(dialog.getByLabelText('Reason')).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'End the session' }));
  expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Write why you do this/);
  await user.type(dialog.getByLabelText('Reason'), 'lost the telephone');
  await user.click(dialog.getByRole('button', { name: 'End the session' }));
  expect(await screen.findByText('1 session has ended.')).toBeVisible();
  await waitFor(() => expect(part('Sessions').getAllByRole('row')).toHaveLength(3));

  await user.click(screen.getByRole('button', { name: 'End all (2)…' }));
  await user.type(screen.getByLabelText('Reason'), 'lost the telephone{Enter}');
  expect(await screen.findByText('2 sessions have ended.')).toBeVisible();
  expect(await screen.findByText('The member is logged in nowhere.')).toBeVisible();
});

test('a new address is asked for with a reason, and waits until the member confirms it', async () => {
  serveOperator();
  openOperator(ADDRESS);
  const user = userEvent.setup();
  const open = async () =>
    user.click(await screen.findByRole('button', { name: 'Change the e-mail address…' }));
  const mail = async (email: string, repeated = email) => {
    const dialog = within(await screen.findByRole('dialog'));
    for (const [label, text] of [
      ['New e-mail address', email],
      ['The same, as the member spells it', repeated],
    ] as const) {
      await user.clear(dialog.getByLabelText(label));
      await user.type(dialog.getByLabelText(label), text);
    }
    await user.clear(dialog.getByLabelText('Reason'));
    await user.type(dialog.getByLabelText('Reason'), 'mailbox gone, melding 12');
    await user.click(dialog.getByRole('button', { name: 'Mail the link' }));
    return dialog;
  };
  await open();
  let dialog = await mail('jan');
  expect(dialog.getByLabelText('New e-mail address')).toHaveAccessibleDescription(
    'Enter one e-mail address.',
  );
  dialog = await mail('jan@elders.example', 'jan@eldres.example');
  expect(dialog.getByLabelText('The same, as the member spells it')).toHaveAccessibleDescription(
    'The two differ. Read the address back to the member.',
  );
  dialog = await mail('sanne@fairway.example');
  expect(await dialog.findByText('Another member has this address.')).toBeVisible();
  await mail('Jan@Elders.example', 'jan@elders.example');
  expect(await screen.findByText(/A link was mailed to jan@elders.example/)).toBeVisible();
  expect(await part('Account').findByText(/jan@elders.example, waits until/)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('passkeys are removed together, with a reason', async () => {
  serveOperator();
  openOperator(SESSIONS);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove passkeys (2)…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Remove the passkeys of Jan de Vries' }));
  expect(dialog.getByText(/2 passkeys can log in no more/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Remove the passkeys' }));
  expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Write why you do this/);
  expect(await violations()).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'lost the telephone');
  await user.click(dialog.getByRole('button', { name: 'Remove the passkeys' }));
  expect(await screen.findByText('2 passkeys were removed.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove passkeys/ })).toBeNull());
});

test('the link to the portal is shown once', async () => {
  serveOperator();
  openOperator(ADDRESS);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Open the portal as this member…' }));
  await user.type(screen.getByLabelText('Reason'), 'melding 2026-31{Enter}');
  const shown = within(await screen.findByRole('dialog', { name: 'The portal as Jan de Vries' }));
  expect(shown.getByText(/works once, within 5 minutes/)).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Copy the link' }));
  expect(await shown.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toMatch(/^https:\/\/fairway\.example\/auth\/impersonate/);
  expect(await violations()).toEqual([]);
  await user.click(shown.getByRole('button', { name: /close/ }));
  expect(screen.queryByText(/auth\/impersonate/)).toBeNull();
});

test('the account is disabled with its upcoming rounds, and enabled again', async () => {
  serveOperator();
  openOperator(ADDRESS);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Disable the account…' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('De Wilgenhoek, Sat 28 Nov 2026, with 2 others')).toBeVisible();
  expect(await violations()).toEqual([]);
  await user.click(dialog.getByRole('checkbox'));
  await user.type(dialog.getByLabelText('Reason'), 'melding 2026-31{Enter}');
  const done = await screen.findByText('The account is disabled. 2 upcoming rounds were cancelled.');
  // The button that began it is gone.
  await waitFor(() => expect(done.closest('[tabindex]')).toHaveFocus());
  expect(await screen.findByText('No round is booked.')).toBeVisible();
  expect(screen.getByText('Disabled')).toBeVisible();
  // Nobody can look on in an account that is disabled.
  expect(screen.queryByRole('button', { name: 'Open the portal as this member…' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Enable the account…' }));
  await user.type(screen.getByLabelText('Reason'), 'solved{Enter}');
  expect(await screen.findByText('The account is enabled.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Disabled')).toBeNull());
});
