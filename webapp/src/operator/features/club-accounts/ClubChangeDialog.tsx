// Invites somebody again, disables or enables an account, or ends a device's access, and says beforehand what that does.
import { ActDialog } from '../../ui/index.ts';
import type { Invited } from './InvitationDialog.tsx';
import { carryOut, type ClubChange } from './queries.ts';

const effects: Readonly<Record<ClubChange['change'], string>> = {
  'invite-again':
    'All sessions end, and the password, the authenticator app and the passkeys do not work any more. You get a link with which new ones are chosen.',
  disable: 'All sessions end at once, and logging in is not possible until the account is enabled.',
  enable: 'Logging in is possible again, with the same password and authenticator app.',
  revoke: 'The device cannot send its scans any more. A manager of the club can pair it again.',
};

const labels: Readonly<Record<ClubChange['change'], string>> = {
  'invite-again': 'Invite again',
  disable: 'Disable',
  enable: 'Enable',
  revoke: 'End the access',
};

interface ClubChangeDialogProps {
  readonly wish: ClubChange;
  /** A new invitation has a link. */
  readonly onChanged: (name: string, invited?: Invited) => void;
  readonly onClose: () => void;
}

export function ClubChangeDialog({ wish, onChanged, onClose }: ClubChangeDialogProps) {
  const label = labels[wish.change];
  const { name } = wish.change === 'revoke' ? wish.device : wish.account;
  return (
    <ActDialog
      title={`${label}: ${name}`}
      explanation={<p>{effects[wish.change]}</p>}
      confirmLabel={label}
      isDangerous={wish.change !== 'enable'}
      onConfirm={async (reason) => {
        const link = await carryOut(wish, reason);
        const isInvited = link !== undefined && wish.change !== 'revoke';
        onChanged(name, isInvited ? { name, email: wish.account.email, link } : undefined);
      }}
      onClose={onClose}
    />
  );
}
