// Invites somebody of a club. The server answers with the link with which the person chooses a password.
import { Select, TextField, useForm } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { ClubName } from '../../api/generated/ClubName.ts';
import type { ClubRole } from '../../api/generated/ClubRole.ts';
import { FormDialog, ReasonField, reasonOf, textOf } from '../../ui/index.ts';
import type { Invited } from './InvitationDialog.tsx';
import { clubRoleNames, invite } from './queries.ts';

interface InviteDialogProps {
  readonly clubs: readonly ClubName[];
  /** Chosen to begin with; empty: none. */
  readonly club: string;
  readonly onInvited: (name: string, invited: Invited) => void;
  readonly onClose: () => void;
}

export function InviteDialog({ clubs, club, onInvited, onClose }: InviteDialogProps) {
  const form = useForm({
    send: async (data) => {
      const [name, email] = [textOf(data, 'name'), textOf(data, 'email')];
      const { link } = await invite({
        club: textOf(data, 'club'),
        name,
        email,
        role: textOf(data, 'role') as ClubRole,
        reason: reasonOf(data),
      });
      onInvited(name, { name, email, link });
    },
  });
  const { errors, error, failure } = form;

  // Without the browser's own checks: the server's sentences are beside the fields.
  return (
    <FormDialog
      title="Invite somebody of a club"
      form={{ ...form, failure: failure && failureText(error) }}
      confirmLabel="Invite, and show the link"
      busyText="inviting…"
      onClose={onClose}
    >
      <Select data-safe label="Club" name="club" defaultValue={club} error={errors['club']} required>
        <option value="">Choose a club</option>
        {clubs.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TextField label="Name" name="name" autoComplete="off" error={errors['name']} required />
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors['email']}
        required
      />
      <Select label="Role" name="role" defaultValue="manager" error={errors['role']}>
        {Object.entries(clubRoleNames).map(([role, name]) => (
          <option key={role} value={role}>
            {name}
          </option>
        ))}
      </Select>
      <ReasonField error={errors['reason']} />
    </FormDialog>
  );
}
