import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ClubAccountEntry } from '../../api/generated/ClubAccountEntry.ts';
import type { ClubDeviceEntry } from '../../api/generated/ClubDeviceEntry.ts';
import { loggedIn, openScreen, refusal } from '../login/openScreen.test.support.tsx';

const ruud: ClubAccountEntry = {
  id: '019aab3c-0000-7000-8000-000000000001',
  club: 'de-es',
  name: 'Ruud Hendriks',
  email: 'ruud@club.example',
  role: 'manager',
  status: 'active',
  last_seen_at: '2026-11-25T11:04:03+01:00',
};
const henk: ClubAccountEntry = {
  ...ruud,
  id: '019aab3c-0000-7000-8000-000000000002',
  club: 'vol',
  name: 'Henk Dekker',
  email: 'henk@club.example',
  status: 'disabled',
  last_seen_at: null,
};
const tablet: ClubDeviceEntry = {
  id: '019aab3c-0000-7000-8000-000000000003',
  club: 'de-es',
  name: 'Receptie',
  paired_by: 'Ruud Hendriks',
  paired_at: '2026-11-25T11:04:03+01:00',
  last_seen_at: '2026-11-25T11:04:03+01:00',
};
const clubs = [
  { id: 'de-es', name: 'Golfclub De Es' },
  { id: 'vol', name: 'Golfclub Vol' },
];
const LINK = 'https://fairway.example/club/setup#abc';

const list = { 'GET /club-accounts': () => ({ body: { clubs, accounts: [ruud, henk], devices: [tablet] } }) };

test('lists accounts and devices, of every club or of one', async () => {
  openScreen('/club-accounts', { ...loggedIn('support'), ...list });
  const row = await screen.findByRole('row', { name: /ruud@club/ });
  expect(row).toHaveTextContent('Golfclub De Es');
  expect(row).toHaveTextContent('Manager');
  expect(screen.getByRole('row', { name: /Henk Dekker/ })).toHaveTextContent('never');
  await userEvent.selectOptions(screen.getByLabelText('Club'), 'Golfclub Vol');
  expect(screen.queryByRole('row', { name: /ruud@club/ })).toBeNull();
  expect(screen.getByText('No device is paired.')).toBeVisible();
});

test('an invitation shows what the server refuses, and then its link once', async () => {
  let isRefused = true;
  const { bodiesOf } = openScreen('/club-accounts', {
    ...loggedIn('admin'),
    ...list,
    'POST /club-accounts/invite': () =>
      isRefused ? refusal(422, 'Choose a club.', { club: 'Choose a club.' }) : { body: { link: LINK } },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Invite somebody' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Invite somebody of a club' }));
  expect(dialog.getByLabelText('Club')).toHaveFocus();
  await user.type(dialog.getByLabelText('Name'), 'Inge Vos');
  await user.type(dialog.getByLabelText('E-mail address'), 'inge@club.example');
  await user.type(dialog.getByLabelText('Reason'), 'first manager');
  await user.click(dialog.getByRole('button', { name: 'Invite, and show the link' }));
  expect(await dialog.findByText('Choose a club.')).toBeVisible();
  isRefused = false;
  await user.selectOptions(dialog.getByLabelText('Club'), 'Golfclub De Es');
  await user.click(dialog.getByRole('button', { name: 'Invite, and show the link' }));
  const shown = within(await screen.findByRole('dialog', { name: 'The link for Inge Vos' }));
  expect(shown.getByText(LINK)).toBeVisible();
  const mail = shown.getByRole('link', { name: 'Write an e-mail with it' }).getAttribute('href') ?? '';
  expect(mail).toMatch(/^mailto:inge%40club\.example\?subject=/);
  expect(decodeURIComponent(mail)).toContain(LINK);
  await user.click(shown.getByRole('button', { name: 'Copy the link' }));
  expect(await navigator.clipboard.readText()).toBe(LINK);
  expect(bodiesOf('POST /club-accounts/invite').at(-1)).toEqual({
    club: 'de-es',
    name: 'Inge Vos',
    email: 'inge@club.example',
    role: 'manager',
    reason: 'first manager',
  });
});

test.each([
  ['Disable Ruud Hendriks', 'Disable', 'POST /club-accounts/disable', { id: ruud.id, disabled: true }],
  ['Enable Henk Dekker', 'Enable', 'POST /club-accounts/disable', { id: henk.id, disabled: false }],
  ['End the access of Receptie', 'End the access', 'POST /club-devices/revoke', { id: tablet.id }],
])('%s needs a reason', async (button, confirm, call, body) => {
  const { bodiesOf } = openScreen('/club-accounts', {
    ...loggedIn('support'),
    ...list,
    [call]: () => ({ body: {} }),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: confirm }));
  expect(bodiesOf(call)).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'melding 1');
  await user.click(dialog.getByRole('button', { name: confirm }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodiesOf(call)).toEqual([{ ...body, reason: 'melding 1' }]);
});

test('inviting again shows the new link', async () => {
  const { bodiesOf } = openScreen('/club-accounts', {
    ...loggedIn('support'),
    ...list,
    'POST /club-accounts/invite-again': () => ({ body: { link: LINK } }),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Invite Ruud Hendriks again' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'lost the telephone');
  await user.click(dialog.getByRole('button', { name: 'Invite again' }));
  expect(await screen.findByText(LINK)).toBeVisible();
  expect(bodiesOf('POST /club-accounts/invite-again')).toEqual([
    { id: ruud.id, reason: 'lost the telephone' },
  ]);
});
