// Answers a dispute, which ends it: accepted, with an extra amount or without one, or refused. The club reads the answer.
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FocusEvent } from 'react';
import { RadioGroup, TextField, type FieldErrors } from '@/ui';
import { reloadAfterAct } from '../../api/reloadAfterAct.ts';
import { ActDialog, formatDay, signedCentsOf, textOf } from '../../ui/index.ts';
import { DisputedLine } from './DisputedLine.tsx';
import { endDispute, type Dispute } from './queries.ts';

/** The server's limit either way, in cents. */
const HIGHEST = 1_000_000;

type Outcome = 'accepted' | 'refused';

const CONFIRM_LABELS = { accepted: 'Accept the dispute', refused: 'Refuse the dispute' } as const;

interface EndDisputeDialogProps {
  readonly club: string;
  readonly dispute: Dispute;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function EndDisputeDialog({ club, dispute, onDone, onClose }: EndDisputeDialogProps) {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return (
    <ActDialog
      title={`Answer the dispute of ${formatDay(dispute.date)}`}
      explanation={
        <>
          <p>
            The club says: <q lang="nl">{dispute.reason}</q>
          </p>
          <DisputedLine club={club} dispute={dispute} />
        </>
      }
      fields={(errors) => (
        <>
          {/* The form finds its fields by their names, and the radios have none of their own. */}
          <fieldset name="outcome" data-safe tabIndex={-1} onFocus={focusFirst}>
            <RadioGroup<Outcome>
              legend="Outcome"
              value={outcome}
              onChange={setOutcome}
              error={errors['outcome']}
              options={[
                {
                  value: 'accepted',
                  label: 'Accepted',
                  detail:
                    'The club is right. No arrival is corrected; an extra amount goes to the next statement that is closed.',
                },
                {
                  value: 'refused',
                  label: 'Refused',
                  detail: 'The statement is right. Nothing is owed because of this dispute.',
                },
              ]}
            />
          </fieldset>
          {outcome === 'accepted' ? (
            <TextField
              label="Extra amount for the club, without VAT"
              name="adjustment_cents"
              hint="In euros, such as 9.50, or -9.50 if the club was owed less; 0 for nothing."
              inputMode="text"
              autoComplete="off"
              error={errors['adjustment_cents']}
              required
            />
          ) : null}
          <TextField
            label="Answer"
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
      check={(data) => ({
        ...(outcome === null ? { outcome: 'Choose the outcome.' } : {}),
        ...mistakes(data),
      })}
      confirmLabel={outcome === null ? 'Answer the dispute' : CONFIRM_LABELS[outcome]}
      onConfirm={async (reason, data) => {
        await endDispute(club, dispute.dispute, {
          outcome: outcome ?? '',
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

function focusFirst({ target, currentTarget }: FocusEvent<HTMLFieldSetElement>): void {
  if (target === currentTarget) currentTarget.querySelector('input')?.focus();
}

/** A refused dispute has no such field, and adds nothing. */
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
