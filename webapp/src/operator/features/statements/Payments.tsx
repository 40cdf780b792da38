// The files with which the bank pays clubs. A statement is in one of them, so that it is paid once.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui';
import { reloadAfterAct } from '../../api/reloadAfterAct.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { ActDialog, Done, euros, formatMinute, formatMonth } from '../../ui/index.ts';
import { FileButtons } from './FileButtons.tsx';
import { paymentsPath, takePayments, type NextPaymentFile, type PaymentFile } from './queries.ts';
import { clubsText } from './words.ts';

interface PaymentsProps {
  readonly month: string;
  readonly next: NextPaymentFile;
  readonly files: readonly PaymentFile[];
}

export function Payments({ month, next, files }: PaymentsProps) {
  const queryClient = useQueryClient();
  const mayMake = hasRole(useSession(), 'admin');
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const [clubs, total] = [clubsText(next.transfers), euros(next.total_cents)];
  const toPay =
    next.transfers === 0
      ? 'Nothing new is to be paid: no club is owed anything by closed statements that are in no file.'
      : `Not in a file yet: ${clubs}, ${total}.`;

  return (
    <>
      <FileButtons
        label="Payments"
        explanation="Transfers to clubs, to upload at the bank (pain.001). A file has the closed statements until its month that were in none. What is below zero is set off. A club that is owed nothing by them together waits for a later file."
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
            disabled={next.transfers === 0}
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
              It pays {clubs} <strong>{total}</strong>, for closed statements of this month and of those
              before it. No other file will have these statements.
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
