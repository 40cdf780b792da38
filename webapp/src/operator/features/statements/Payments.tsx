// The files with which the bank pays the clubs of a month. A statement is in one of them, so that it is paid once.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui';
import { reloadAfterAct } from '../../api/reloadAfterAct.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { ActDialog, Done, euros, formatMinute, formatMonth } from '../../ui/index.ts';
import { FileButtons } from './FileButtons.tsx';
import { paymentsPath, takePayments, type ClubOfMonth, type PaymentFile } from './queries.ts';
import { clubsText } from './words.ts';

interface PaymentsProps {
  readonly month: string;
  readonly clubs: readonly ClubOfMonth[];
  readonly files: readonly PaymentFile[];
}

export function Payments({ month, clubs, files }: PaymentsProps) {
  const queryClient = useQueryClient();
  const mayMake = hasRole(useSession(), 'admin');
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const unpaid = clubs.filter(({ total_cents, in_payment }) => (total_cents ?? 0) > 0 && !in_payment);
  const total = euros(unpaid.reduce((sum, { total_cents }) => sum + (total_cents ?? 0), 0));
  const toPay =
    unpaid.length === 0
      ? 'Nothing new is to be paid: no closed statement with an amount to pay is outside a file.'
      : `Not in a file yet: ${clubsText(unpaid.length)}, ${total}.`;

  return (
    <>
      <FileButtons
        label="Payments"
        explanation="Transfers of closed statements with an amount to pay, to upload at the bank (pain.001). Each statement is in one file."
        files={files.map(({ message_id, created_at, transfers, total_cents }) => ({
          label: `Download: ${formatMinute(created_at)}, ${clubsText(transfers)}, ${euros(total_cents)}`,
          path: `${paymentsPath(month)}/${message_id}`,
        }))}
      />
      <p>{toPay}</p>
      {isDone ? <Done>The payment file was made.</Done> : null}
      {mayMake ? (
        <div>
          <Button
            disabled={unpaid.length === 0}
            onClick={() => {
              setDone(false);
              setOpen(true);
            }}
          >
            Make a payment file…
          </Button>
        </div>
      ) : null}
      {isOpen ? (
        <ActDialog
          title={`Make a payment file of ${formatMonth(month)}`}
          explanation={
            <p>
              It pays {clubsText(unpaid.length)} <strong>{total}</strong>. No other file will have these
              statements.
            </p>
          }
          confirmLabel="Make the file"
          onConfirm={async (reason) => {
            try {
              await takePayments(month, { reason });
            } finally {
              // Where another operator was quicker, the list has their file.
              reloadAfterAct(queryClient);
            }
            setOpen(false);
            setDone(true);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
