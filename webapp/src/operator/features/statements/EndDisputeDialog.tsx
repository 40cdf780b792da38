// Ends a dispute: accepted, with an amount besides, or refused. The club reads the answer.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Select, TextField, type FieldErrors } from '@/ui';
import { reloadAfterAct } from '../../api/reloadAfterAct.ts';
import { ActDialog, formatDay, signedCentsOf, textOf } from '../../ui/index.ts';
import { endDispute, type Dispute } from './queries.ts';

/** The server's limit either way, in cents. */
const HIGHEST = 1_000_000;

interface EndDisputeDialogProps {
  readonly club: string;
  readonly dispute: Dispute;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function EndDisputeDialog({ club, dispute, onDone, onClose }: EndDisputeDialogProps) {
  const queryClient = useQueryClient();
  const [isAccepted, setAccepted] = useState(true);
  return (
    <ActDialog
      title={`End the dispute of ${formatDay(dispute.date)}`}
      explanation={
        <>
          <p>
            The club says: <q lang="nl">{dispute.reason}</q>
          </p>
          <p>
            Accepting it corrects no arrival: an amount that is owed besides goes to the next statement that
            is closed.
          </p>
        </>
      }
      fields={(errors) => (
        <>
          <Select
            data-safe
            label="Outcome"
            name="outcome"
            value={isAccepted ? 'accepted' : 'refused'}
            onChange={({ target }) => setAccepted(target.value === 'accepted')}
            error={errors['outcome']}
          >
            <option value="accepted">Accepted</option>
            <option value="refused">Refused</option>
          </Select>
          <TextField
            label="Owed besides (euros)"
            name="adjustment_cents"
            hint="Without VAT, such as 25.00 or -25.00; 0 for nothing."
            inputMode="text"
            autoComplete="off"
            defaultValue="0.00"
            disabled={!isAccepted}
            error={errors['adjustment_cents']}
          />
          <TextField
            label="Answer to the club"
            name="answer"
            hint="The club reads it, so in Dutch. It is stored for good: write nothing about a member."
            lang="nl"
            maxLength={200}
            autoComplete="off"
            error={errors['answer']}
            required
          />
        </>
      )}
      check={mistakes}
      confirmLabel="End the dispute"
      onConfirm={async (reason, data) => {
        await endDispute(club, dispute.dispute, {
          outcome: textOf(data, 'outcome'),
          adjustment_cents: adjustmentOf(data) ?? 0,
          answer: textOf(data, 'answer'),
          reason,
        });
        onDone();
        reloadAfterAct(queryClient);
      }}
      onClose={onClose}
    />
  );
}

/** A refused dispute has none: its field is disabled, and keeps what was typed. */
const adjustmentOf = (data: FormData) =>
  data.has('adjustment_cents') ? signedCentsOf(textOf(data, 'adjustment_cents')) : 0;

function mistakes(data: FormData): FieldErrors {
  const adjustment = adjustmentOf(data);
  const isAmount = adjustment !== undefined && Math.abs(adjustment) <= HIGHEST;
  return {
    ...(isAmount
      ? {}
      : { adjustment_cents: 'Write euros such as 25.00 or -25.00, at most 10000.00 either way.' }),
    ...(textOf(data, 'answer') ? {} : { answer: 'Write what the club reads about it, in Dutch.' }),
  };
}
