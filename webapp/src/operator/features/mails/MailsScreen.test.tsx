import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { JAN } from '../../../../tests/operator/samples.ts';

test('shows what waits and why, with the member, the round and the cause', async () => {
  serveOperator();
  openOperator('/mails');
  const row = within(await screen.findByRole('row', { name: /11:12:00/ }));
  expect(row.getByText(/connection refused/)).toBeVisible();
  expect(row.getByRole('link', { name: 'Jan de Vries' })).toHaveAttribute('href', `/operator/member/${JAN}`);
  expect(row.getByRole('link', { name: 'round of 28 Nov 2026' })).toBeVisible();
  expect(row.getByRole('link', { name: 'caused by event 4812' })).toHaveAttribute(
    'href',
    '/operator/event/4812',
  );
  expect(screen.getByText(/were given up in 90 days/)).toBeVisible();
});

test('one that was given up is sent again, with a reason', async () => {
  const bodies: unknown[] = [];
  const office = serveOperator(
    {},
    {
      'POST /mails/send-again': ({ body }) => {
        bodies.push(body);
        return bodies.length === 1
          ? { status: 409, body: { success: false, error: 'This mail is tried within a minute anyway.' } }
          : { status: 204 };
      },
    },
  );
  openOperator('/mails?list=failed');
  const row = within(await screen.findByRole('row', { name: /jan@oud\.example/ }));
  expect(row.getByText('bounced')).toBeVisible();
  expect(row.getByText(/the address has changed since/)).toBeVisible();
  expect(screen.getByText('not possible')).toBeVisible();
  const user = userEvent.setup();
  await user.click(row.getByRole('button', { name: 'Send again: Jan de Vries, Round' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'New mailbox');
  await user.click(dialog.getByRole('button', { name: 'Send again' }));
  expect(await dialog.findByText('This mail is tried within a minute anyway.')).toBeVisible();
  const before = office.requests.filter((request) => request.startsWith('GET /mails')).length;
  await user.click(dialog.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies[1]).toEqual({ id: '019a0000-0000-7000-8000-000000000103', reason: 'New mailbox' });
  await waitFor(() =>
    expect(office.requests.filter((request) => request.startsWith('GET /mails')).length).toBeGreaterThan(
      before,
    ),
  );
});

test('an admin, who may not look up, has no link that is refused', async () => {
  serveOperator({ roles: ['admin'] });
  openOperator('/mails');
  const row = within(await screen.findByRole('row', { name: /11:12:00/ }));
  expect(row.getByText('Jan de Vries')).toBeVisible();
  expect(row.queryByRole('link')).toBeNull();
});

test('an auditor sees the mails, and no act', async () => {
  serveOperator({ roles: ['auditor'] });
  openOperator('/mails');
  const row = within(await screen.findByRole('row', { name: /11:12:00/ }));
  expect(row.getByRole('link', { name: 'Jan de Vries' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Send again|Try now)/ })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Send again' })).toBeNull();
});

test('the lists are in the address', async () => {
  serveOperator();
  const { router } = openOperator('/mails');
  await userEvent.click(await screen.findByRole('link', { name: 'Bounced' }));
  expect(await screen.findByText('No address was refused in the last 90 days.')).toBeVisible();
  expect(router.state.location.search).toEqual({ list: 'bounced' });
  expect(screen.getByRole('link', { name: 'Bounced' })).toHaveAttribute('aria-current', 'page');
});
