import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { JAN } from '../../../../tests/operator/samples.ts';
import { fail } from '../../../../tests/mockResponse.ts';
import { monthsAfter, termsFrom } from './terms.ts';

const part = (name: string) => within(screen.getByRole('region', { name }));

test('a voucher that was given and is unused is withdrawn; others have no button', async () => {
  serveOperator();
  openOperator(`/members/${JAN}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Withdraw Compensatie vorst…' }));
  expect(part('Vouchers').queryByRole('button', { name: /Vrije greenfee/, hidden: true })).toBeNull();
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw a voucher of Jan de Vries' }));
  expect(await violations()).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'wrong date');
  await user.type(dialog.getByLabelText('Ticket number'), '4711');
  await user.click(dialog.getByRole('button', { name: 'Withdraw the voucher' }));
  expect(
    await screen.findByText('The voucher “Compensatie vorst” was withdrawn from Jan de Vries.'),
  ).toBeVisible();
  await waitFor(() => expect(part('Vouchers').queryByRole('row', { name: /Compensatie vorst/ })).toBeNull());
});

test('a pass that a round uses stays, and the dialog says which round to cancel', async () => {
  const refusal =
    'The pass is used for a round to come. Cancel this round first: Sat 28 Nov 2026 at De Wilgenhoek.';
  const sent: unknown[] = [];
  serveOperator(
    {},
    {
      [`POST /members/${JAN}/passes/withdraw`]: ({ body }) => {
        sent.push(body);
        return fail(409, refusal);
      },
    },
  );
  openOperator(`/members/${JAN}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Withdraw Doordeweeks 2026…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw a pass of Jan de Vries' }));
  await user.type(dialog.getByLabelText('Reason'), 'wrong term');
  await user.click(dialog.getByRole('button', { name: 'Withdraw the pass' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(refusal);
  expect(dialog.getByLabelText('Reason')).toHaveValue('wrong term');
  expect(sent).toEqual([{ reason: 'wrong term', subscription: 'pass-1' }]);
});

test('an order of vouchers is refunded, and a registration is not', async () => {
  serveOperator();
  openOperator(`/members/${JAN}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Refund 2 vouchers for 9 holes…' }));
  const orders = part('Orders');
  expect(orders.getAllByRole('button', { name: /^Refund/, hidden: true })).toHaveLength(1);
  const dialog = within(screen.getByRole('dialog', { name: 'Refund an order of Jan de Vries' }));
  expect(await violations()).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'ordered twice');
  await user.click(dialog.getByRole('button', { name: 'Refund €25.00' }));
  expect(await screen.findByText(/The refund of €25.00 was approved/)).toBeVisible();
  expect(await orders.findByText(/€25.00 is to be paid back/)).toBeVisible();
  expect(orders.queryByRole('button', { name: /^Refund/ })).toBeNull();
});

test('a preset fills the fields of a voucher, and the term of a pass', async () => {
  serveOperator();
  openOperator(`/members/${JAN}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Grant vouchers…' }));
  const voucher = within(screen.getByRole('dialog', { name: 'Grant vouchers to Jan de Vries' }));
  const preset = voucher.getByRole('button', { name: 'Compensatie onweer: 9 holes, 3 months' });
  await user.click(preset);
  expect(preset).toHaveFocus();
  expect(voucher.getByLabelText('Title')).toHaveValue('Compensatie onweer');
  expect(voucher.getByLabelText('Holes')).toHaveValue('9');
  expect(voucher.getByLabelText('Valid until')).not.toHaveValue('');
  expect(await violations()).toEqual([]);
  await user.click(voucher.getByRole('button', { name: 'Cancel' }));

  await user.click(screen.getByRole('button', { name: 'Grant a pass…' }));
  const pass = within(screen.getByRole('dialog', { name: 'Grant a pass to Jan de Vries' }));
  await user.click(pass.getByRole('button', { name: 'A year from today' }));
  expect(pass.getByLabelText('First day')).not.toHaveValue('');
  expect(pass.getByLabelText('Last day')).not.toHaveValue('');
});

test('terms end on a day that exists', () => {
  expect(monthsAfter('2026-11-30', 3)).toBe('2027-02-28');
  expect(monthsAfter('2026-11-28', 3)).toBe('2027-02-28');
  expect(monthsAfter('2026-10-31', 1)).toBe('2026-11-30');
  expect(termsFrom('2026-11-25').map(({ first, last }) => [first, last])).toEqual([
    ['2026-11-25', '2026-12-31'],
    ['2027-01-01', '2027-12-31'],
    ['2026-11-25', '2027-11-24'],
  ]);
});
