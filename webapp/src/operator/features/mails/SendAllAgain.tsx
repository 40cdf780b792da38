// Sending all mails again that were given up, as after a failure of the mail server: those that the list showed, never
// one that was given up while the operator wrote the reason.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui';
import type { SentAllAgain } from '../../api/generated/SentAllAgain.ts';
import { ActDialog } from '../../ui/index.ts';
import { mailsKey, sendAllAgain } from './queries.ts';

/** The server's limit of one request. */
const MOST_AT_ONCE = 500;

interface SendAllAgainButtonProps {
  /** Mails that were given up in 90 days. */
  readonly failed: number;
  /** When the latest of them was. */
  readonly before: string;
  readonly onSent: (outcome: string) => void;
}

export function SendAllAgainButton({ failed, before, onSent }: SendAllAgainButtonProps) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Send all that failed again
      </Button>
      {isOpen ? (
        <ActDialog
          title="Send all that failed again"
          explanation={
            <>
              <p>
                {failed === 1 ? 'One mail was' : `${failed} mails were`} given up in 90 days. Each is composed
                anew, with how things stand now, and sent at once. Links to a new password and other mails
                whose text is gone are skipped.
              </p>
              {failed > MOST_AT_ONCE ? <p>The latest {MOST_AT_ONCE} are sent first.</p> : null}
            </>
          }
          confirmLabel="Send all again"
          onConfirm={async (reason) => {
            onSent(outcome(await sendAllAgain(before, reason)));
            setOpen(false);
            void queryClient.invalidateQueries({ queryKey: mailsKey });
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

function outcome({ sent_again, skipped, more }: SentAllAgain): string {
  const sent = sent_again === 1 ? 'One mail is sent next.' : `${sent_again} mails are sent next.`;
  const rest = skipped > 0 ? ` ${skipped} cannot be sent again.` : '';
  return `${sent}${rest}${more ? ' There are more: send again once these are gone.' : ''}`;
}
