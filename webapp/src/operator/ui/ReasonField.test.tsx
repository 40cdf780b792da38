import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { violations } from '../../../tests/operator/axe.ts';
import { useForm } from '@/ui';
import { ReasonField } from './ReasonField.tsx';
import { lastTickets, missingReason, reasonOf, ticketProblem } from './reasons.ts';

afterEach(() => sessionStorage.clear());

function Form({ onSend }: { readonly onSend: (reason: string) => void }) {
  const form = useForm({ check: missingReason, send: (data) => onSend(reasonOf(data)) });
  return (
    <form {...form.form} noValidate>
      <ReasonField error={form.errors['reason']} />
      <button type="submit">Send</button>
    </form>
  );
}

function open() {
  const sent = vi.fn<(reason: string) => void>();
  const { unmount } = render(<Form onSend={sent} />);
  return { sent, unmount, user: userEvent.setup() };
}

const reason = () => screen.getByLabelText('Reason');
const ticket = () => screen.getByLabelText('Ticket number');
const send = () => screen.getByRole('button', { name: 'Send' });

test('a ticket and a reason are sent as one, and a reason alone as it is', async () => {
  const { sent, user } = open();
  expect(await violations()).toEqual([]);
  await user.type(reason(), ' rained out ');
  await user.click(send());
  await user.type(ticket(), '4711');
  await user.click(send());
  expect(sent.mock.calls).toEqual([['rained out'], ['4711: rained out']]);
});

test('nothing is sent without a reason, or with a ticket number that could be a telephone number', async () => {
  const { sent, user } = open();
  await user.type(ticket(), '0612345678');
  expect(ticket()).toHaveAccessibleDescription(/9 to 15 digits that begins with 0 is refused/);
  expect(ticket()).toBeInvalid();
  await user.click(send());
  expect(reason()).toHaveAccessibleDescription(/Write why you do this/);
  await user.type(reason(), 'rained out');
  await user.click(send());
  expect(ticket()).toHaveFocus();
  expect(sent).not.toHaveBeenCalled();
  await user.clear(ticket());
  await user.type(ticket(), '612345678');
  await user.click(send());
  expect(sent.mock.calls).toEqual([['612345678: rained out']]);
});

test('number and reason fit together into what the server keeps', async () => {
  const { sent, user } = open();
  await user.click(reason());
  await user.paste('x'.repeat(200));
  await user.type(ticket(), '4711');
  await user.click(send());
  expect(reason()).toHaveAccessibleDescription(/with the ticket number at most 200 characters/);
  expect(sent).not.toHaveBeenCalled();
  await user.clear(reason());
  await user.paste('x'.repeat(200));
  await user.click(send());
  expect(sent.mock.calls).toEqual([[`4711: ${'x'.repeat(194)}`]]);
});

test('the last five tickets are suggested, the latest first, and no name is kept', async () => {
  const first = open();
  await first.user.type(reason(), 'rained out');
  for (const number of ['1', '2', '3', '4', '5', '6', '3']) {
    await first.user.clear(ticket());
    await first.user.type(ticket(), number);
    await first.user.click(send());
  }
  await first.user.clear(ticket());
  await first.user.type(ticket(), 'Jan 7');
  await first.user.click(send());
  expect(first.sent).toHaveBeenCalledTimes(7);
  expect(lastTickets()).toEqual(['3', '6', '5', '4', '2']);
  first.unmount();
  open();
  const options = document.querySelectorAll('datalist option');
  expect([...options].map((option) => option.getAttribute('value'))).toEqual(['3', '6', '5', '4', '2']);
  expect(ticket()).toHaveAttribute('list', document.querySelector('datalist')?.id);
});

test.each(['4711', 'FW-4711', 'golf/portal#17', '2026.11', '123456789', '0123456789012345'])(
  '%s is a ticket number',
  (number) => expect(ticketProblem(number)).toBeUndefined(),
);

test.each(['Jan', 'jan4@golf.example', '4711 Jan', '012345678', '06-12345678'])('%s is none', (number) =>
  expect(ticketProblem(number)).toBeTypeOf('string'),
);
