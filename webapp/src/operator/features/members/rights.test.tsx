import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { BOOKING, JAN } from '../../../../tests/operator/samples.ts';
import { fail, type MockResponse } from '../../../../tests/mockResponse.ts';
import { centsOf } from '../../ui/index.ts';

const part = (name: string) => within(screen.getByRole('region', { name }));

/** Opens the screen, whose office answers each `call` as `answer` says, and keeps what was sent. */
function open(call?: string, answer?: (attempt: number) => MockResponse | undefined) {
  const sent: Record<string, unknown>[] = [];
  serveOperator(
    {},
    call
      ? {
          [call]: ({ body }) => {
            sent.push(body);
            return answer?.(sent.length);
          },
        }
      : {},
  );
  openOperator(`/members/${JAN}`);
  return sent;
}

test('vouchers are granted; what is missing and what the server refuses is beside its field', async () => {
  const sent = open(`POST /members/${JAN}/vouchers`, (attempt) =>
    attempt === 1
      ? fail(422, 'Not all is right.', { errors: { expires: 'This day has passed.' } })
      : undefined,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Grant vouchers…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Grant vouchers to Jan de Vries' }));
  expect(dialog.getByLabelText('Title')).toHaveFocus();
  expect(await violations()).toEqual([]);
  expect(dialog.queryByRole('textbox', { name: 'Title' })).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Title'), 'Compensatie onweer');
  await user.clear(dialog.getByLabelText('How many'));
  await user.type(dialog.getByLabelText('How many'), '11');
  await user.click(dialog.getByRole('button', { name: 'Grant' }));
  expect(dialog.getByLabelText('Valid until')).toHaveFocus();
  expect(dialog.getByLabelText('Valid until')).toHaveAccessibleDescription(/Choose the last day/);
  expect(dialog.getByLabelText('How many')).toHaveAccessibleDescription('Enter 1 to 10.');
  expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Write why you do this/);
  expect(sent).toEqual([]);

  await user.type(dialog.getByLabelText('Valid until'), '2026-01-31');
  await user.clear(dialog.getByLabelText('How many'));
  await user.type(dialog.getByLabelText('How many'), '2');
  await user.selectOptions(dialog.getByLabelText('Holes'), '9');
  await user.type(dialog.getByLabelText('Reason'), 'melding 12');
  await user.click(dialog.getByRole('button', { name: 'Grant' }));
  await waitFor(() =>
    expect(dialog.getByLabelText('Valid until')).toHaveAccessibleDescription(/This day has passed/),
  );
  expect(dialog.getByLabelText('Valid until')).toHaveFocus();
  expect(dialog.queryByRole('alert')).toBeNull();

  await user.clear(dialog.getByLabelText('Valid until'));
  await user.type(dialog.getByLabelText('Valid until'), '2027-01-31');
  await user.click(dialog.getByRole('button', { name: 'Grant' }));
  expect(await screen.findByText('2 vouchers were granted to Jan de Vries.')).toBeVisible();
  expect(await part('Vouchers').findAllByRole('row', { name: /Compensatie onweer/ })).toHaveLength(2);
  expect(sent.at(-1)).toEqual({
    reason: 'melding 12',
    holes: 9,
    title: 'Compensatie onweer',
    expires: '2027-01-31',
    count: 2,
    request: sent[0]?.['request'],
  });
  expect(sent[0]?.['request']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a pass is granted, with an amount in euros', async () => {
  const sent = open(`POST /members/${JAN}/passes`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Grant a pass…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Grant a pass to Jan de Vries' }));
  expect(await violations()).toEqual([]);
  await user.type(dialog.getByLabelText('First day'), '2027-02-01');
  await user.type(dialog.getByLabelText('Last day'), '2027-01-31');
  await user.type(dialog.getByLabelText('Rounds in total'), '367');
  await user.type(dialog.getByLabelText('Rounds a month'), '32');
  await user.type(dialog.getByLabelText('Price in euros'), 'free');
  await user.click(dialog.getByRole('button', { name: 'Grant' }));
  expect(dialog.getByLabelText('Name')).toHaveFocus();
  expect(dialog.getByLabelText('Last day')).toHaveAccessibleDescription(/before the first/);
  expect(dialog.getByLabelText('Rounds in total')).toHaveAccessibleDescription('Enter 1 to 366.');
  expect(dialog.getByLabelText('Rounds a month')).toHaveAccessibleDescription(/Enter 1 to 31, or nothing/);
  expect(dialog.getByLabelText('Price in euros')).toHaveAccessibleDescription(/such as 12\.50/);

  expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(/Choose what it is called/);
  await user.selectOptions(dialog.getByLabelText('Name'), 'Weekend 2027');
  const values = { 'Last day': '2027-12-31', 'Rounds in total': '40' };
  for (const [label, value] of Object.entries(values)) {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), value);
  }
  await user.clear(dialog.getByLabelText('Rounds a month'));
  await user.clear(dialog.getByLabelText('Price in euros'));
  await user.type(dialog.getByLabelText('Price in euros'), '295,5');
  await user.type(dialog.getByLabelText('Reason'), 'transfer');
  await user.click(dialog.getByRole('button', { name: 'Grant' }));
  expect(await screen.findByText('The pass “Weekend 2027” was granted to Jan de Vries.')).toBeVisible();
  expect(await part('Passes').findByRole('row', { name: /Weekend 2027/ })).toHaveTextContent('€295.50');
  expect(sent).toEqual([
    {
      reason: 'transfer',
      name: 'Weekend 2027',
      startdate: '2027-02-01',
      enddate: '2027-12-31',
      max: 40,
      per_month: null,
      max_holes: 18,
      amount_cents: 29_550,
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
});

test('an amount is read with a point or a comma, and nothing else is one', () => {
  expect(['12', '12.5', '12,50', ' 0 ', '12.505', '-1', '', '1e3'].map(centsOf)).toEqual([
    1200,
    1250,
    1250,
    0,
    ...Array.from({ length: 4 }, () => undefined),
  ]);
});

test('a forfeited right is given back, after what that does not repair', async () => {
  open(`POST /members/${JAN}/forfeitures/return`, (attempt) =>
    attempt === 1 ? fail(503, 'The database is away.') : undefined,
  );
  const user = userEvent.setup();
  await user.click(
    await screen.findByRole('button', { name: 'Give back the right of Sat 14 Nov 2026 at De Wilgenhoek' }),
  );
  const dialog = within(screen.getByRole('dialog', { name: 'Give a forfeited right back' }));
  expect(dialog.getByText(/it comes back expired/)).toBeVisible();
  await user.type(dialog.getByLabelText('Reason'), 'thunder{Enter}');
  expect(await dialog.findByRole('alert')).toHaveTextContent('The database is away.');
  expect(await violations()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Give it back' }));
  expect(await screen.findByText(/^Given back: the voucher “Compensatie onweer”/)).toBeVisible();
  expect(await screen.findByText('No right is forfeited.')).toBeVisible();
  const returned = await part('Rights given back').findByRole('row', { name: /Sat 14 Nov 2026/ });
  expect(returned).toHaveTextContent(/by Jan de Vries.*by operator Esra Kaya.*“thunder”/);
  await user.click(screen.getByRole('link', { name: 'State and timeline' }));
  expect(await screen.findByText('How it stands now')).toBeVisible();
});

test('chosen places of a round are cancelled, and the rule for this date is said beforehand', async () => {
  const sent = open(`POST /bookings/${BOOKING}/cancel`);
  const user = userEvent.setup();
  await user.click(
    await screen.findByRole('button', { name: 'Cancel the round at Het Duin on Wed 25 Nov 2026' }),
  );
  let dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/The round is today: .* the rights are forfeited/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Cancel the whole round' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep the round' }));
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.click(screen.getByRole('button', { name: /^Cancel the round at De Wilgenhoek/ }));
  dialog = within(screen.getByRole('dialog', { name: 'Cancel at De Wilgenhoek on Sat 28 Nov 2026' }));
  expect(dialog.getByText(/before that day the rights come back/)).toBeVisible();
  expect(await violations()).toEqual([]);
  const own = dialog.getByRole('checkbox', { name: /Jan de Vries/ });
  expect(own).toBeChecked();
  await user.click(own);
  await user.type(dialog.getByLabelText('Reason'), 'asked by telephone');
  await user.click(dialog.getByRole('button', { name: 'Cancel 0 places' }));
  expect(dialog.getByRole('group', { name: 'Whose place' })).toHaveAccessibleDescription(
    'Choose whose place is cancelled.',
  );
  expect(sent).toEqual([]);

  await user.click(dialog.getByRole('checkbox', { name: /Tom Mulder/ }));
  await user.click(dialog.getByRole('radio', { name: /Give back/ }));
  await user.click(dialog.getByRole('button', { name: 'Cancel 1 place' }));
  expect(await screen.findByText(/^Cancelled: 1 place at De Wilgenhoek/)).toHaveTextContent(
    'The rights were given back.',
  );
  await waitFor(() => expect(part('Upcoming rounds').queryByText('Tom Mulder')).toBeNull());
  expect(sent).toEqual([{ reason: 'asked by telephone', places: ['place-3'], rights: 'return' }]);
});

test('a round that cannot be cancelled any more says so, and the dialog stays', async () => {
  open(`POST /bookings/${BOOKING}/cancel`, () => fail(409, 'The round was played on 24 November.'));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Cancel the round at De Wilgenhoek/ }));
  await user.type(screen.getByLabelText('Reason'), 'asked{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The round was played on 24 November.');
});

const secondStep = () => screen.findByRole('dialog', { name: 'Erase Jan de Vries for good?' });

test('erasing is rehearsed first, names the rounds, and asks for the address', async () => {
  const sent = open(`POST /members/${JAN}/erase`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Erase this member…' }));
  const first = within(screen.getByRole('dialog', { name: 'Erase Jan de Vries' }));
  await user.type(first.getByLabelText('Reason'), 'request 2026-17{Enter}');

  await user.click(within(await secondStep()).getByRole('button', { name: 'Back' }));
  expect(screen.queryByRole('dialog', { name: 'Erase Jan de Vries for good?' })).toBeNull();
  expect(first.getByLabelText('Reason')).toHaveValue('request 2026-17');
  await user.click(first.getByRole('button', { name: 'Show what would be removed' }));

  const second = within(await secondStep());
  expect(second.getByText('11 records and 1 file')).toBeVisible();
  expect(second.getByText(/2 co-players keep the round, one of them becomes master/)).toBeVisible();
  expect(await violations()).toEqual([]);
  const address = second.getByLabelText("The member's e-mail address");
  expect(address).toHaveFocus();
  await user.type(address, 'jan{Enter}');
  expect(address).toHaveAccessibleDescription(/Type jan\.devries@fairway\.example to erase/);
  const box = second.getByRole('checkbox');
  expect(box).toHaveAccessibleDescription(/still has 2 rounds to play/);
  expect(sent.map((body) => body['rehearse'])).toEqual([true, true]);

  await user.click(box);
  await user.clear(address);
  await user.type(address, 'jan.devries@fairway.example{Enter}');
  expect(await screen.findByText('How it stands now')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent.at(-1)).toEqual({
    reason: 'request 2026-17',
    cancel_upcoming: true,
    rehearse: false,
    confirm: 'jan.devries@fairway.example',
  });
});

test('an erasure that fails says so, and can be repeated', async () => {
  open(`POST /members/${JAN}/erase`, (attempt) =>
    attempt === 2 ? fail(503, 'The mail folder is away.') : undefined,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Erase this member…' }));
  await user.type(screen.getByLabelText('Reason'), 'request 2026-17{Enter}');
  const address = await screen.findByLabelText("The member's e-mail address");
  await user.click(screen.getByRole('checkbox'));
  await user.type(address, 'JAN.DEVRIES@fairway.example{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The mail folder is away.');
});
