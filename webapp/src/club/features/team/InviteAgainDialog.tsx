import { ConfirmDialog } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { ClubAccount } from '../../api/generated/ClubAccount.ts';
import type { Invitation } from './InvitationDialog.tsx';
import { useInviteAgain } from './queries.ts';

interface InviteAgainDialogProps {
  readonly account: ClubAccount;
  readonly onInvited: (invitation: Invitation) => void;
  readonly onClose: () => void;
}

export function InviteAgainDialog({ account, onInvited, onClose }: InviteAgainDialogProps) {
  const { name, email } = account;
  const inviting = useInviteAgain();
  return (
    <ConfirmDialog
      title={`${name} opnieuw uitnodigen`}
      confirmLabel="opnieuw uitnodigen"
      busy={inviting.isPending}
      failure={inviting.error && failureText(inviting.error)}
      onConfirm={() =>
        inviting.mutate(account, { onSuccess: (answer) => onInvited({ name, email, ...answer }) })
      }
      onClose={onClose}
    >
      <p>
        Het wachtwoord, de authenticator-app en de passkeys van {name} werken dan niet meer, en {name} wordt
        overal uitgelogd. Je krijgt een link waarmee {name} nieuwe kiest.
      </p>
    </ConfirmDialog>
  );
}
