import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail, type MockRequest, type MockResponse } from '../../../../tests/mockResponse.ts';
import { violations } from '../../../../tests/operator/axe.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { savedFiles } from '../../../../tests/operator/savedFiles.ts';
import { DISPUTE } from '../../../../tests/operator/statements.ts';
import { paymentText } from './words.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T10:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const region = (name: string) => within(screen.getByRole('region', { name }));
const CLUB = '/clubs/de-wilgenhoek';
const AMOUNT = 'Extra amount for the club, without VAT';
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** The bodies that are sent; the first is refused, and the fake answers the others. */
function refusedOnce(refusal: MockResponse) {
  const bodies: unknown[] = [];
  const answer = ({ body }: MockRequest) => (bodies.push(body) === 1 ? refusal : undefined);
  return { bodies, answer };
}

async function openDialog(button: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(screen.getByRole('dialog'));
  const type = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), text);
  };
  return { user, dialog, type };
}

test('the last month that is over has the clubs with their sums, and links to each', async () => {
  serveOperator();
  const { router } = openOperator('/statements');
  const row = within(await screen.findByRole('row', { name: /De Wilgenhoek/ }));
  expect(row.getByText('can be closed')).toBeVisible();
  const other = screen.getByRole('row', { name: /Het Duin/ });
  expect(other).toHaveTextContent(/no tariff.*missing/);
  expect(screen.getByText('Closed statements together, with VAT: €0.00')).toBeVisible();
  expect(screen.queryByRole('row', { name: /De Polder/ })).toBeNull();
  expect(screen.getByText('De Polder')).not.toBeVisible();
  const user = userEvent.setup();
  await user.click(screen.getByText('1 club without a tariff'));
  expect(screen.getByRole('link', { name: 'De Polder' })).toHaveAttribute(
    'href',
    '/operator/statements/de-polder',
  );
  expect(await violations()).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Sep 2026' }));
  expect(await screen.findByRole('row', { name: /de-wilgenhoek-2026-09/ })).toHaveTextContent(
    /closed.*€35.00€38.15/,
  );
  expect(screen.getByText('Closed statements together, with VAT: €38.15')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'De Wilgenhoek' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/statements/de-wilgenhoek/2026-09'));
});

test('a month that cannot be read is told at its field', async () => {
  serveOperator();
  openOperator('/statements?month=november');
  expect(await screen.findByText('Write a month such as 2026-11.')).toBeVisible();
  expect(screen.getByLabelText('Month')).toHaveValue('november');
});

test('a payment file is made once, and saved whenever it is needed', async () => {
  const { names } = savedFiles();
  const sentence = 'Add the billing details of the company first.';
  const { bodies, answer } = refusedOnce(fail(409, sentence));
  serveOperator({}, { 'POST /statements/2026-09/payments': answer });
  openOperator('/statements?month=2026-09');
  expect(await screen.findByText('Not in a file yet: 1 club, €38.15.')).toBeVisible();
  const { user, dialog, type } = await openDialog('Make a payment file…');
  await type('Reason', 'September is closed');
  expect(await violations()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Make the file' }));
  expect(await dialog.findByText(sentence)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Make the file' }));
  expect(await screen.findByText('The payment file was made.')).toBeVisible();
  expect(bodies.at(-1)).toEqual({ reason: 'September is closed' });
  expect(await screen.findByRole('row', { name: /De Wilgenhoek/ })).toHaveTextContent(
    'Paid by the file of 25 Nov 2026',
  );
  await user.click(
    await screen.findByRole('button', { name: 'Download: 25 Nov 2026 11:00, 1 club, €38.15' }),
  );
  expect(await screen.findByText('Saved as FAIRWAY-2026-09-1.')).toBeVisible();
  expect(names).toEqual(['FAIRWAY-2026-09-1']);
  expect(screen.getByText(/^Nothing new is to be paid/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Make a payment file…' })).toBeDisabled();
  expect(await violations()).toEqual([]);
});

test('months before that are in no file are paid with it', async () => {
  serveOperator();
  openOperator('/statements?month=2026-10');
  expect(await screen.findByText('Not in a file yet: 1 club, €38.15.')).toBeVisible();
});

test.each([
  [100, null, 'In no file yet'],
  [100, '2026-12-04', 'Paid by the file of 4 Dec 2026'],
  [-100, null, 'To be set off in a later file'],
  [-100, '2026-12-04', 'Set off in the file of 4 Dec 2026'],
  [0, null, ''],
  [null, null, ''],
] as const)('a month says which file has its amount: %#', (total, paid_on, text) => {
  expect(paymentText(total, paid_on)).toBe(text);
});

test('the company behind the portal gets billing details, and a wrong one is told at its field', async () => {
  const wrong = 'This is no IBAN.';
  const { bodies, answer } = refusedOnce(fail(422, wrong, { errors: { iban: wrong } }));
  serveOperator({}, { 'POST /billing': answer });
  openOperator('/statements');
  const { user, dialog, type } = await openDialog('Add the billing details…');
  await type('Legal name', 'Fairway B.V.');
  await type('Street and number', 'Herengracht 1');
  await type('Postal code', '1015 BA');
  await type('Town', 'Amsterdam');
  await type('Chamber of Commerce number', '87654321');
  await type('VAT number', 'NL987654321B01');
  await type('Reason', 'first invoices');
  await user.click(dialog.getByRole('button', { name: 'Save the billing details' }));
  expect(dialog.getByText('Write it, such as NL91ABNA0417164300.')).toBeVisible();
  await type('IBAN', 'NL20 INGB 0001 2345 67');
  await user.click(dialog.getByRole('button', { name: 'Save the billing details' }));
  expect(await dialog.findByText(wrong)).toBeVisible();
  expect(dialog.getByLabelText('IBAN')).toHaveValue('NL20 INGB 0001 2345 67');
  expect(dialog.getByLabelText('Legal name')).toHaveValue('Fairway B.V.');
  expect(await violations()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save the billing details' }));
  expect(await screen.findByText('The billing details were changed.')).toBeVisible();
  expect(await screen.findByText('Herengracht 1')).toBeVisible();
  expect(bodies.at(-1)).toEqual({
    name: 'Fairway B.V.',
    street: 'Herengracht 1',
    postal_code: '1015 BA',
    city: 'Amsterdam',
    registration: '87654321',
    vat_number: 'NL987654321B01',
    iban: 'NL20 INGB 0001 2345 67',
    reason: 'first invoices',
  });
});

test('a tariff is typed in euros, and nothing typed is lost when it is refused', async () => {
  const sentence = 'This day is in a month that is closed.';
  const { bodies, answer } = refusedOnce(fail(409, sentence));
  serveOperator({}, { [`POST ${CLUB}/tariffs`]: answer });
  openOperator('/statements/de-wilgenhoek');
  expect(await screen.findByRole('row', { name: /1 Sep 2026/ })).toHaveTextContent(
    /in force.*€20.00.*€35.00/,
  );
  const { user, dialog, type } = await openDialog('Set a tariff…');
  expect(dialog.getByLabelText('From')).toHaveValue('2026-12-01');
  expect(dialog.getByLabelText('18 holes, Saturday and Sunday (euros)')).toHaveValue('35.00');
  await type('9 holes, Monday to Friday (euros)', '1000,01');
  await type('18 holes, Monday to Friday (euros)', '27.5');
  await type('Reason', 'agreement of 2027');
  await user.click(dialog.getByRole('button', { name: 'Set the tariff' }));
  expect(dialog.getByText('Write euros such as 25.00, at most 1000.00.')).toBeVisible();
  expect(bodies).toEqual([]);
  await type('9 holes, Monday to Friday (euros)', '25,00');
  await user.selectOptions(dialog.getByLabelText('VAT'), 'Exempt');
  await user.click(dialog.getByRole('button', { name: 'Set the tariff' }));
  expect(await dialog.findByText(sentence)).toBeVisible();
  expect(dialog.getByLabelText('From')).toBeInvalid();
  expect(dialog.getByLabelText('From')).toHaveFocus();
  expect(dialog.getByLabelText('9 holes, Monday to Friday (euros)')).toHaveValue('25,00');
  expect(dialog.getByLabelText('VAT')).toHaveValue('exempt');
  expect(dialog.getByLabelText('Reason')).toHaveValue('agreement of 2027');
  await type('From', '2027-01-01');
  expect(await violations()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Set the tariff' }));
  expect(await screen.findByText('The tariff from 1 Jan 2027 was set.')).toBeVisible();
  expect(bodies.at(-1)).toEqual({
    from: '2027-01-01',
    weekday_9_cents: 2500,
    weekday_18_cents: 2750,
    weekend_9_cents: 2000,
    weekend_18_cents: 3500,
    absence_cents: 0,
    vat: 'exempt',
    reason: 'agreement of 2027',
  });
  expect(await screen.findByRole('row', { name: /1 Jan 2027/ })).not.toHaveTextContent('in force');
});

test('the screen of a club has its months, disputes and billing details', async () => {
  serveOperator();
  openOperator('/statements/de-wilgenhoek');
  await heading('De Wilgenhoek');
  expect(region('Months').getByRole('row', { name: /Sep 2026/ })).toHaveTextContent(
    /closed2 Nov 2026.*€35.00.*€38.15.*de-wilgenhoek-2026-09In no file yet/,
  );
  expect(region('Months').getByRole('row', { name: /Oct 2026/ })).toHaveTextContent(
    'can be closedthe next to close',
  );
  expect(region('Open disputes').getByText('Deze speler liep 18 holes, geen 9.')).toBeVisible();
  expect(region('Billing details of the club').getByText('NL91ABNA0417164300')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Events of all of it' })).toHaveAttribute(
    'href',
    '/operator/settlement/settlement/de-wilgenhoek',
  );
  expect(await violations()).toEqual([]);
});

test('a dispute tells what it is about, and is accepted with an amount that a refusal does not lose', async () => {
  const call = `POST ${CLUB}/disputes/${DISPUTE}/end`;
  const { bodies, answer } = refusedOnce(fail(503, 'The database is away.'));
  const office = serveOperator({}, { [call]: answer });
  office.statements.addEarlierDispute();
  openOperator('/statements/de-wilgenhoek');
  const { user, dialog, type } = await openDialog('Answer the dispute of Sat 3 Oct 2026');
  expect(await dialog.findByText(/: round, 18 holes, now €35.00 without VAT\./)).toHaveTextContent(/^J.V.:/);
  expect(
    dialog.getByText('Tariff of that day, without VAT: €20.00 for 9 holes, €35.00 for 18 holes.'),
  ).toBeVisible();
  expect(
    dialog.getByText(/^An earlier dispute was accepted on 10 Nov 2026.*, with €9.50 extra\.$/),
  ).toBeVisible();
  const [accepted, refused] = dialog.getAllByRole('radio');
  expect(accepted).not.toBeChecked();
  expect(refused).not.toBeChecked();
  expect(accepted).toHaveFocus();
  await type('Reason', 'call of 25 November');
  await user.click(dialog.getByRole('button', { name: 'Answer the dispute' }));
  expect(dialog.getByText('Choose the outcome.')).toBeVisible();
  expect(dialog.getByText('Write what the club reads about it, in Dutch.')).toBeVisible();
  expect(accepted).toHaveFocus();
  await user.click(accepted!);
  await type(AMOUNT, 'fifteen');
  await user.click(dialog.getByRole('button', { name: 'Accept the dispute' }));
  expect(dialog.getByText(/^Write euros such as 25.00 or -25.00/)).toBeVisible();
  await type(AMOUNT, '-15,00');
  await type('Answer', 'Klopt, verrekend.');
  await user.click(dialog.getByRole('button', { name: 'Accept the dispute' }));
  expect(await dialog.findByText('The database is away.')).toBeVisible();
  expect(dialog.getByLabelText(AMOUNT)).toHaveValue('-15,00');
  expect(accepted).toBeChecked();
  expect(await violations()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Accept the dispute' }));
  expect(await screen.findByText('The dispute of Sat 3 Oct 2026 was answered.')).toBeVisible();
  expect(await screen.findByText('No dispute is open.')).toBeVisible();
  expect(bodies.at(-1)).toEqual({
    outcome: 'accepted',
    adjustment_cents: -1500,
    answer: 'Klopt, verrekend.',
    reason: 'call of 25 November',
  });
});

test('a refused dispute adds nothing, whatever was typed', async () => {
  const bodies: unknown[] = [];
  const call = `POST ${CLUB}/disputes/${DISPUTE}/end`;
  serveOperator({}, { [call]: ({ body }) => void bodies.push(body) });
  openOperator('/statements/de-wilgenhoek/2026-10');
  const { user, dialog, type } = await openDialog('Answer the dispute of Sat 3 Oct 2026');
  expect(region('Disputes').queryByRole('link', { name: 'Oct 2026' })).toBeNull();
  await user.click(dialog.getByRole('radio', { name: /^Accepted/ }));
  await type(AMOUNT, '15');
  await user.click(dialog.getByRole('radio', { name: /^Refused/ }));
  expect(dialog.queryByLabelText(AMOUNT)).toBeNull();
  await type('Answer', 'De scan zegt 9 holes.');
  await type('Reason', 'scan of 9 holes');
  await user.click(dialog.getByRole('button', { name: 'Refuse the dispute' }));
  expect(await screen.findByText(/^refused/)).toHaveTextContent('De scan zegt 9 holes.');
  expect(bodies).toMatchObject([{ outcome: 'refused', adjustment_cents: 0 }]);
});

test('a month that waits for another one leads to it', async () => {
  serveOperator();
  openOperator('/statements/de-wilgenhoek/2026-11');
  const next = await screen.findByRole('link', { name: 'Oct 2026' });
  expect(next).toHaveAttribute('href', '/operator/statements/de-wilgenhoek/2026-10');
  expect(screen.getByText('open')).toBeVisible();
});

test('a statement opens day by day to lines, and each line to its events', async () => {
  const office = serveOperator();
  openOperator('/statements/de-wilgenhoek/2026-10');
  await heading('De Wilgenhoek, Oct 2026');
  expect(screen.getByText('1 player arrived on days without a tariff.')).toBeVisible();
  expect(screen.getByRole('row', { name: /^Total, with VAT/ })).toHaveTextContent('€81.75');
  expect(screen.getByRole('row', { name: /^VAT on €75.00: low, 9%/ })).toHaveTextContent('€6.75');
  const corrections = region('Corrections of earlier months').getAllByRole('row').slice(1);
  expect(corrections.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/12 Sep 2026of Sep 2026.*-€35.00/),
    expect.stringMatching(/12 Sep 2026of Sep 2026.*€20.00/),
  ]);
  const days = office.requests.filter((request) => request.includes('/days/'));
  expect(days).toEqual([]);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Sat 3 Oct 2026: 2 lines, €70.00' }));
  expect(await region('Days').findByRole('row', { name: /^J.V. disputed/ })).toHaveTextContent(
    '10:20Round18',
  );
  expect(region('Days').getByRole('row', { name: /^erased member/ })).toHaveTextContent('Walk-in');
  await user.click(screen.getByRole('button', { name: 'Sun 4 Oct 2026: 1 line, €20.00' }));
  await user.click(await screen.findByRole('button', { name: 'Events of J.V., Sun 4 Oct 2026' }));
  const events = within(region('Days').getAllByRole('list').at(-1)!).getAllByRole('listitem');
  expect(events.map((event) => event.textContent)).toEqual([
    expect.stringContaining('Arrived, 18 holes'),
    expect.stringContaining('Holes corrected, 9 holes, event 4725Regen na 9 holes'),
    expect.stringContaining('Irregular scan decided, it does not count'),
  ]);
  expect(within(events[1]!).getByRole('link')).toHaveAttribute('href', '/operator/event/4725');
  const arrivals = region('Days').getAllByRole('link', { name: 'Arrivals of this day' });
  expect(arrivals[0]).toHaveAttribute('href', '/operator/arrival_list/arrivals/de-wilgenhoek/2026-10-03');
  expect(await violations()).toEqual([]);
});

test('a closed statement has an invoice among its files', async () => {
  const { names } = savedFiles();
  serveOperator();
  openOperator('/statements/de-wilgenhoek/2026-09');
  expect(await screen.findByText(/^Closed on 2 Nov 2026 with invoice de-wilgenhoek-2026-09/)).toBeVisible();
  expect(screen.getByText('In no file yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close the month…' })).toBeNull();
  const user = userEvent.setup();
  for (const [label, name] of [
    ['Statement (PDF)', 'statement.pdf'],
    ['Lines (CSV)', 'statement.csv'],
    ['Invoice (UBL)', 'invoice.xml'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are pressed
    await user.click(screen.getByRole('button', { name: label }));
    // oxlint-disable-next-line no-await-in-loop -- the next press waits for this file
    await screen.findByText(`Saved as ${name}.`);
  }
  expect(names).toEqual(['statement.pdf', 'statement.csv', 'invoice.xml']);
});

test('a month is closed by the total that was seen: a changed one is shown first', async () => {
  const bodies: unknown[] = [];
  const office = serveOperator(
    {},
    { [`POST ${CLUB}/statements/2026-10/close`]: ({ body }) => void bodies.push(body) },
  );
  openOperator('/statements/de-wilgenhoek/2026-10');
  const { user, dialog, type } = await openDialog('Close the month…');
  expect(dialog.getByText('€81.75')).toBeVisible();
  await type('Reason', 'October is complete');
  office.statements.addRound();
  await user.click(dialog.getByRole('button', { name: 'Close the month' }));
  expect(await dialog.findByText('The statement has changed: look again.')).toBeVisible();
  expect(dialog.getByText('€119.90')).toBeVisible();
  expect(dialog.getByLabelText('Reason')).toHaveValue('October is complete');
  expect(await violations()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Close the month' }));
  expect(within(await screen.findByText(/^Oct 2026 was closed\./)).getByRole('link')).toHaveAttribute(
    'href',
    '/operator/statements/de-wilgenhoek/2026-11',
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close the month…' })).toBeNull());
  expect(bodies).toEqual([
    { hash: 'hash-0', total_cents: 8175, reason: 'October is complete' },
    { hash: 'hash-1', total_cents: 11_990, reason: 'October is complete' },
  ]);
});

test('a club without billing details is named before its month is closed', async () => {
  const office = serveOperator();
  office.statements.removeBilling();
  openOperator('/statements/de-wilgenhoek/2026-10');
  expect(await screen.findByRole('link', { name: 'Add them' })).toHaveAttribute(
    'href',
    '/operator/statements/de-wilgenhoek',
  );
});

test.each(['support', 'auditor'] as const)('%s sees all of it, and changes nothing', async (role) => {
  serveOperator({ roles: [role] });
  const { router } = openOperator('/statements/de-wilgenhoek/2026-10');
  await heading('De Wilgenhoek, Oct 2026');
  await screen.findByText('Deze speler liep 18 holes, geen 9.');
  expect(screen.getByText('can be closed').parentElement).toHaveTextContent('can be closed by an admin');
  expect(screen.queryByRole('button', { name: /^(Close the month…|Answer the dispute)/ })).toBeNull();
  await router.navigate({ to: '/statements/$club', params: { club: 'de-wilgenhoek' } });
  await heading('De Wilgenhoek');
  expect(screen.queryByRole('button', { name: /…$/ })).toBeNull();
  await router.navigate({ to: '/statements' });
  await screen.findByText(/^They are missing/);
  expect(screen.queryByRole('button', { name: /…$/ })).toBeNull();
});

test('an address without a month is no page', async () => {
  serveOperator();
  openOperator('/statements/de-wilgenhoek/2026-13');
  expect(await heading('Page not found')).toBeVisible();
});
