// Why an operator acts: one line, and the number of the ticket in a field of its own, so that the record is found by it.
import { useId, useState } from 'react';
import { TextField } from '@/ui';
import { composed, lastTickets, LONGEST_REASON, LONGEST_TICKET, ticketProblem } from './reasons.ts';

const REASON_HINT = 'For the record, which is stored for good: write nothing about a member.';
const TICKET_HINT =
  'Such as 4711; may be empty. A number of 9 to 15 digits that begins with 0 is refused: it may be a telephone number.';

interface ReasonFieldProps {
  readonly error: string | undefined;
  /** Gets the focus when its dialog opens. */
  readonly isFirst?: boolean;
}

export function ReasonField({ error, isFirst }: ReasonFieldProps) {
  const list = useId();
  const [tickets] = useState(lastTickets);
  const [ticket, setTicket] = useState('');
  const problem = ticketProblem(ticket.trim());
  return (
    <>
      <TextField
        data-safe={isFirst || undefined}
        label="Reason"
        name="reason"
        hint={REASON_HINT}
        maxLength={LONGEST_REASON - composed(ticket.trim(), '').length}
        autoComplete="off"
        error={error}
        required
      />
      <TextField
        label="Ticket number"
        name="ticket"
        hint={problem ? undefined : TICKET_HINT}
        list={tickets.length > 0 ? list : undefined}
        value={ticket}
        onChange={(event) => setTicket(event.target.value)}
        maxLength={LONGEST_TICKET}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={problem}
      />
      {tickets.length > 0 ? (
        <datalist id={list}>
          {tickets.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      ) : null}
    </>
  );
}
