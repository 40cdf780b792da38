import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { savedFiles } from '../../../../tests/operator/savedFiles.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { BOOKING, JAN } from '../../../../tests/operator/samples.ts';

const WAITING = {
  id: '019a0000-0000-7000-8000-000000000109',
  kind: 'round',
  subject: null,
  member: { id: JAN, name: 'Jan de Vries' },
  address: 'jan.devries@fairway.example',
  state: 'waiting',
  queued_at: '2026-11-25T10:02:03+01:00',
  next_attempt_at: '2026-11-25T10:12:03+01:00',
  settled_at: null,
  attempts: 0,
  last_error: null,
  position: 4812,
  booking: BOOKING,
  play_date: '2026-11-28',
  bounced_address: null,
  sent_again: 0,
  may_send_again: true,
};

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
  expect(screen.getByText(/given up in 90 days/)).toBeVisible();
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

test('says which lists and kinds there are, where the address asks for another', async () => {
  const office = serveOperator();
  openOperator('/mails?list=lost&kind=letter');
  expect(
    await screen.findByText(/There is no list “lost” of mails. There are: Waiting, Given up/),
  ).toBeVisible();
  expect(screen.getByText(/There is no kind “letter” of mails. There are: Round, Reminder/)).toBeVisible();
  expect(await screen.findByRole('row', { name: /11:12:00/ })).toBeVisible();
  expect(office.requests.filter((request) => request.includes('letter'))).toEqual([]);
});

test('the kind and the days are asked for, and a bad day is told at its field', async () => {
  const queries: string[] = [];
  serveOperator(
    {},
    {
      'GET /mails': ({ query }) => {
        queries.push(query.toString());
        return query.get('from') === '2026-02-30'
          ? {
              status: 422,
              body: {
                success: false,
                error: 'Write a day as 2026-11-28.',
                errors: { from: 'Write a day as 2026-11-28.' },
              },
            }
          : {
              body: {
                counts: {
                  waiting: 0,
                  retrying: 0,
                  failed: 3,
                  bounced: 1,
                  sent: 1001,
                  oldest_queued_at: null,
                },
                mails: [],
                next: null,
              },
            };
      },
    },
  );
  const { router } = openOperator('/mails?list=sent');
  expect(await screen.findByText('1,000+', { selector: 'strong' })).toBeVisible();
  const user = userEvent.setup();
  await user.selectOptions(screen.getByLabelText('Kind'), 'Reminder');
  await user.type(screen.getByLabelText('First day'), '2026-02-30');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() => expect(screen.getByLabelText('First day')).toBeInvalid());
  expect(screen.getByText('Write a day as 2026-11-28.')).toBeVisible();
  expect(router.state.location.search).toEqual({ list: 'sent', kind: 'reminder', from: '2026-02-30' });
  expect(queries.at(-1)).toBe('list=sent&kind=reminder&from=2026-02-30');
});

test('a mail is read as it would be now, in a frame without scripts', async () => {
  serveOperator();
  openOperator('/mails');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Read: Jan de Vries, Round' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Mail to Jan de Vries' }));
  const frame = await dialog.findByTitle('Mail: Bevestiging: De Wilgenhoek op za 28 nov');
  expect(frame).toHaveAttribute('sandbox', 'allow-same-origin');
  expect(frame).toHaveAttribute('srcdoc', expect.stringContaining('<h1>Je reservering staat</h1>'));
  expect(screen.queryByRole('button', { name: /^Read: Sanne/ })).toBeNull();
});

test('a mail that is not shown says why', async () => {
  serveOperator(
    {},
    {
      'GET /mails/preview': () => ({
        status: 409,
        body: { success: false, error: 'It would not be sent any more: what it tells is no longer so.' },
      }),
    },
  );
  openOperator('/mails');
  await userEvent.click(await screen.findByRole('button', { name: 'Read: Jan de Vries, Round' }));
  expect(
    await screen.findByText('It would not be sent any more: what it tells is no longer so.'),
  ).toBeVisible();
});

test('all that were given up are sent again, until the latest that was shown', async () => {
  const bodies: unknown[] = [];
  serveOperator(
    {},
    {
      'POST /mails/send-again-all': ({ body }) => {
        bodies.push(body);
        return { body: { sent_again: 2, skipped: 1, more: false } };
      },
    },
  );
  openOperator('/mails?list=failed');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Send all that failed again' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/3 mails were given up in 90 days/)).toBeVisible();
  await user.type(dialog.getByLabelText('Reason'), 'The mail server was down');
  await user.click(dialog.getByRole('button', { name: 'Send all again' }));
  expect(await screen.findByText('2 mails are sent next. 1 cannot be sent again.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodies).toEqual([{ before: '2026-11-25T10:30:00+01:00', reason: 'The mail server was down' }]);
});

test('a mail that waits for more news says so, and has its occasion in words', async () => {
  serveOperator(
    {},
    {
      'GET /mails': () => ({
        body: {
          counts: { waiting: 1, retrying: 0, failed: 0, oldest_queued_at: null },
          mails: [
            {
              ...WAITING,
              occasion: 'Added to a round',
              subject: 'Je speelt mee',
              is_held: true,
              attempts: 0,
            },
          ],
          next: null,
        },
      }),
    },
  );
  openOperator('/mails');
  expect(await screen.findByText('Added to a round')).toBeVisible();
  expect(screen.getByText('Je speelt mee')).toBeVisible();
  expect(screen.getByText(/held up to ten minutes to join/)).toBeVisible();
});

test('the list is exported as it is filtered, with a reason', async () => {
  const { names, bodies, answer } = savedFiles();
  serveOperator({ roles: ['auditor'] }, { 'POST /mails/export': answer });
  const { router } = openOperator('/mails?list=failed&kind=reminder');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Export as CSV…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Export as CSV' }));
  expect(
    dialog.getByText(/what fits the filter of the list “Given up”, and never what a mail says/),
  ).toBeVisible();
  await user.type(dialog.getByLabelText('Reason'), 'the mail server was down');
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText(/^Saved as /)).toBeVisible();
  expect(names).toHaveLength(1);
  expect(bodies).toEqual([
    { filter: { list: 'failed', kind: 'reminder' }, reason: 'the mail server was down' },
  ]);
  await router.navigate({ to: '/mails', search: {} });
  await waitFor(() => expect(screen.queryByText(/^Saved as /)).toBeNull());
});

test('too many rows are refused with what makes them fewer', async () => {
  const sentence = 'A file has at most 10,000 rows: choose a shorter period.';
  const body = { success: false, error: 'Not all is right.', errors: { from: sentence } };
  serveOperator({}, { 'POST /mails/export': () => ({ status: 422, body }) });
  openOperator('/mails?list=sent');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Export as CSV…' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'all of them');
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  expect(await dialog.findByText(new RegExp(sentence))).toBeVisible();
});

test('an address is copied with one press', async () => {
  const user = userEvent.setup();
  serveOperator();
  openOperator('/mails');
  const row = within(await screen.findByRole('row', { name: /11:12:00/ }));
  await user.click(row.getByRole('button', { name: 'Copy the address jan.devries@fairway.example' }));
  expect(await navigator.clipboard.readText()).toBe('jan.devries@fairway.example');
});
