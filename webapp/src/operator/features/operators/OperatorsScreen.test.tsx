import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { OperatorEntry } from '../../api/generated/OperatorEntry.ts';
import { loggedIn, openScreen, refusal, sessionOf } from '../login/openScreen.test.support.tsx';

const tim: OperatorEntry = {
  id: 'tim',
  name: 'Tim Bos',
  email: 'tim@fairway.example',
  roles: ['support', 'content'],
  status: 'active',
  has_second_factor: true,
  last_seen_at: '2026-11-25T11:04:03+01:00',
};
const eva: OperatorEntry = { ...tim, id: 'eva', name: 'Eva Kok', status: 'disabled', last_seen_at: null };

const list = (...operators: OperatorEntry[]) => ({ 'GET /operators': () => ({ body: { operators } }) });

test('an auditor reads who the operators are, and can change nothing', async () => {
  openScreen('/operators', { ...loggedIn('auditor'), ...list(tim, eva) });
  const row = await screen.findByRole('row', { name: /Tim Bos/ });
  expect(row).toHaveTextContent('Support, Content');
  expect(row).toHaveTextContent('active');
  expect(row).toHaveTextContent('25 Nov 2026 11:04:03');
  expect(screen.getByRole('row', { name: /Eva Kok/ })).toHaveTextContent('never');
  expect(within(screen.getByRole('main')).queryAllByRole('button')).toEqual([]);
});

test('adding needs what the server asks for, and shows the link once', async () => {
  const { bodiesOf } = openScreen('/operators', {
    ...loggedIn('admin'),
    ...list(tim),
    'POST /operators/add': ({ body }) =>
      (body as { roles: string[] }).roles.length === 0
        ? refusal(422, 'Choose at least one role.', { roles: 'Choose at least one role.' })
        : { body: { link: 'https://fairway.example/operator/setup#abc' } },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add an operator' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add an operator' }));
  await user.type(dialog.getByLabelText('E-mail address'), ' nina@fairway.example ');
  await user.type(dialog.getByLabelText('Name'), 'Nina Vos');
  await user.type(dialog.getByLabelText('Reason'), 'new colleague');
  await user.click(dialog.getByRole('button', { name: 'Add, and show the link' }));
  expect(await dialog.findByText('Choose at least one role.')).toBeVisible();
  expect(dialog.getByRole('group', { name: 'Roles' })).toHaveAccessibleDescription(
    'Choose at least one role.',
  );

  await user.click(dialog.getByRole('checkbox', { name: 'Auditor' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Support' }));
  await user.click(dialog.getByRole('button', { name: 'Add, and show the link' }));
  const shown = within(await screen.findByRole('dialog', { name: 'The link for Nina Vos' }));
  expect(shown.getByText('https://fairway.example/operator/setup#abc')).toBeVisible();
  expect(shown.getByText(/works once, for 24 hours/)).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Copy the link' }));
  expect(await shown.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('https://fairway.example/operator/setup#abc');
  await user.click(shown.getByRole('button', { name: /close/ }));
  expect(screen.queryByText(/setup#abc/)).toBeNull();
  expect(bodiesOf('POST /operators/add').at(-1)).toEqual({
    email: 'nina@fairway.example',
    name: 'Nina Vos',
    roles: ['support', 'auditor'],
    reason: 'new colleague',
  });
});

test('disabling needs a reason, and the list shows it', async () => {
  let now = tim;
  const { bodiesOf } = openScreen('/operators', {
    ...loggedIn('admin'),
    'GET /operators': () => ({ body: { operators: [now] } }),
    'POST /operators/disable': () => {
      now = { ...tim, status: 'disabled' };
      return { body: {} };
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Disable Tim Bos' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Disable Tim Bos' }));
  await user.click(dialog.getByRole('button', { name: 'Disable' }));
  expect(bodiesOf('POST /operators/disable')).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'left the club');
  await user.click(dialog.getByRole('button', { name: 'Disable' }));
  expect(await screen.findByRole('button', { name: 'Enable Tim Bos' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodiesOf('POST /operators/disable')).toEqual([{ id: 'tim', reason: 'left the club' }]);
});

test('a reset shows the new link; a refused change keeps its dialog', async () => {
  let isRefused = true;
  openScreen('/operators', {
    ...loggedIn('admin'),
    ...list(tim),
    'POST /operators/reset': () =>
      isRefused ? refusal(409, 'This is your own account.') : { body: { link: 'https://x.example/#new' } },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Reset Tim Bos' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'lost the telephone');
  await user.click(dialog.getByRole('button', { name: 'Reset' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('This is your own account.');
  isRefused = false;
  await user.click(dialog.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(screen.getByText('https://x.example/#new')).toBeVisible());
});

const olga: OperatorEntry = {
  ...tim,
  id: 'olga',
  name: 'Olga Smit',
  email: 'olga@fairway.example',
  roles: ['admin'],
};

test('roles are changed with a reason, and begin as they are', async () => {
  let now = tim;
  const { bodiesOf } = openScreen('/operators', {
    ...loggedIn('admin'),
    'GET /operators': () => ({ body: { operators: [now] } }),
    'POST /operators/roles': ({ body }) => {
      now = { ...tim, roles: (body as { roles: OperatorEntry['roles'] }).roles };
      return { body: {} };
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Roles of Tim Bos' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Roles of Tim Bos' }));
  const box = (name: string) => dialog.getByRole('checkbox', { name });
  expect(box('Support')).toBeChecked();
  expect(box('Auditor')).not.toBeChecked();
  await user.click(box('Support'));
  await user.click(box('Content'));
  await user.type(dialog.getByLabelText('Reason'), 'moves to finance');
  await user.click(dialog.getByRole('button', { name: 'Change the roles' }));
  expect(dialog.getByRole('group', { name: 'Roles' })).toHaveAccessibleDescription(
    'Choose at least one role.',
  );
  expect(bodiesOf('POST /operators/roles')).toEqual([]);
  await user.click(box('Auditor'));
  await user.click(dialog.getByRole('button', { name: 'Change the roles' }));
  await waitFor(() => expect(screen.getByRole('row', { name: /Tim Bos/ })).toHaveTextContent('Auditor'));
  expect(screen.queryByRole('dialog')).toBeNull();
  const sent = { id: 'tim', roles: ['auditor'], reason: 'moves to finance' };
  expect(bodiesOf('POST /operators/roles')).toEqual([sent]);
});

test('one’s own account is marked, and is disabled with other words', async () => {
  openScreen('/operators', { ...loggedIn('admin'), ...list(olga, tim) });
  const user = userEvent.setup();
  const own = within(await screen.findByRole('row', { name: /Olga Smit/ }));
  expect(own.getByText('this is you')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /Tim Bos/ })).queryByText('this is you')).toBeNull();
  expect(own.queryByRole('button', { name: /Reset/ })).toBeNull();
  expect(own.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/operator/account');
  await user.click(own.getByRole('button', { name: 'Disable Olga Smit' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Disable your own account' }));
  expect(dialog.getByText(/This is you: you are logged out at once/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Disable my own account' })).toBeVisible();
});

test('after a change of one’s own roles the screens are those of the new ones', async () => {
  let roles: OperatorEntry['roles'] = ['admin'];
  openScreen('/operators', {
    'GET /session': () => ({ body: sessionOf(...roles) }),
    'GET /operators': () => ({ body: { operators: [{ ...olga, roles }] } }),
    'POST /operators/roles': ({ body }) => {
      roles = (body as { roles: OperatorEntry['roles'] }).roles;
      return { body: {} };
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Roles of Olga Smit' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Your own roles' }));
  expect(dialog.getByText(/only another admin can give it back/)).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'Admin' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Auditor' }));
  await user.type(dialog.getByLabelText('Reason'), 'moves to audit');
  await user.click(dialog.getByRole('button', { name: 'Change my roles' }));
  expect(await screen.findByText('Only an admin can change who is an operator.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Roles of Olga Smit' })).toBeNull();
});
