// Disables the account. Co-players rely on upcoming rounds: they stay unless the operator chooses otherwise.
import { ActDialog } from '../../ui/index.ts';
import { counted, type DialogProps } from './acts.ts';
import { disableMember } from './queries.ts';
import { UpcomingRounds } from './UpcomingRounds.tsx';

export function DisableDialog({ member, onDone, onClose }: DialogProps) {
  const { id, name } = member.member;
  return (
    <ActDialog
      title={`Disable the account of ${name}`}
      explanation={
        <p>
          All sessions end, {name} cannot log in, and others can neither find nor add {name}. Support can
          enable the account again.
        </p>
      }
      fields={() => <UpcomingRounds member={member} />}
      confirmLabel="Disable"
      isDangerous
      onConfirm={async (reason, form) => {
        const cancelUpcoming = form.has('cancel_upcoming');
        const rounds = await disableMember(id, cancelUpcoming, reason);
        const what = `${counted(rounds, 'upcoming round')} ${rounds === 1 ? 'was' : 'were'}`;
        const stays = `${counted(rounds, 'upcoming round')} ${rounds === 1 ? 'stays' : 'stay'} booked.`;
        onDone({
          part: 'account',
          text: `The account is disabled. ${rounds === 0 ? '' : cancelUpcoming ? `${what} cancelled.` : stays}`.trim(),
        });
      }}
      onClose={onClose}
    />
  );
}
