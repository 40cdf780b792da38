// Sends a mail again, or tries one that waits at once.
import { useQueryClient } from '@tanstack/react-query';
import { announce } from '@/ui';
import type { MailEntry } from '../../api/generated/MailEntry.ts';
import { ActDialog } from '../../ui/index.ts';
import { kindOf, nameOf } from './MailsTable.tsx';
import { mailsKey, sendAgain } from './queries.ts';

interface SendAgainDialogProps {
  readonly mail: MailEntry;
  readonly onClose: () => void;
}

export function SendAgainDialog({ mail, onClose }: SendAgainDialogProps) {
  const queryClient = useQueryClient();
  const isWaiting = mail.state === 'waiting';
  return (
    <ActDialog
      title={`${isWaiting ? 'Try now' : 'Send again'}: ${nameOf(mail)}`}
      explanation={
        <p>
          {kindOf(mail)}, to {mail.address}.{' '}
          {isWaiting
            ? 'It is tried at once.'
            : 'It is composed anew, with how things stand now, and sent at once.'}
        </p>
      }
      confirmLabel={isWaiting ? 'Try now' : 'Send again'}
      onConfirm={async (reason) => {
        await sendAgain(mail.id, reason);
        onClose();
        announce(`The mail to ${nameOf(mail)} is sent next.`);
        void queryClient.invalidateQueries({ queryKey: mailsKey });
      }}
      onClose={onClose}
    />
  );
}
