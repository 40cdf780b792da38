// Closes a month of a club, by the statement that is seen: the server refuses another one.
import { useQueryClient } from '@tanstack/react-query';
import { reloadAfterAct } from '../../api/reloadAfterAct.ts';
import { ActDialog, euros, formatMonth } from '../../ui/index.ts';
import { closeMonth, statementQuery, type Statement } from './queries.ts';

interface CloseDialogProps {
  readonly club: string;
  readonly name: string;
  /** As it is now: while the dialog is open it may become another one. */
  readonly statement: Statement;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function CloseDialog({ club, name, statement, onDone, onClose }: CloseDialogProps) {
  const queryClient = useQueryClient();
  const { month, hash, amounts } = statement;
  const { net_cents, vat_cents, total_cents } = amounts;
  const isNothing = total_cents === 0;
  return (
    <ActDialog
      title={`Close ${formatMonth(month)} of ${name}`}
      explanation={
        <>
          <p>
            Total: <strong>{euros(total_cents)}</strong>
            {isNothing ? '.' : ` (${euros(net_cents)} and ${euros(vat_cents)} VAT).`}
          </p>
          <p>
            {isNothing
              ? 'Nothing is owed, so no invoice is made.'
              : 'The invoice is made in the club’s name.'}{' '}
            The statement is final: what is corrected later goes to the next one.
          </p>
        </>
      }
      confirmLabel="Close the month"
      closeLabel="Keep it open"
      isDangerous
      onConfirm={async (reason) => {
        try {
          await closeMonth(club, month, { hash, total_cents, reason });
        } catch (error) {
          // The statement may have changed: its total is shown before another attempt, beside what was typed.
          await queryClient.invalidateQueries({ queryKey: statementQuery(club, month).queryKey });
          throw error;
        }
        onDone();
        reloadAfterAct(queryClient);
      }}
      onClose={onClose}
    />
  );
}
