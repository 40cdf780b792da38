// Erases a member for good, in two steps: a rehearsal counts what would be removed, and then the member's address has to
// be typed.
import { useState } from 'react';
import { TextField, useForm, type FieldErrors } from '@/ui';
import type { AccountView } from '../../api/generated/AccountView.ts';
import type { ErasedMember } from '../../api/generated/ErasedMember.ts';
import type { MemberView } from '../../api/generated/MemberView.ts';
import { ActDialog, textOf, FormDialog } from '../../ui/index.ts';
import { ErasureCounts } from './ErasureCounts.tsx';
import { eraseMember } from './queries.ts';
import { UpcomingRounds } from './UpcomingRounds.tsx';

interface EraseDialogProps {
  readonly member: MemberView;
  readonly onErased: () => void;
  /** An erasure that failed may have cancelled rounds before. */
  readonly onFailed: () => void;
  readonly onClose: () => void;
}

interface Rehearsed {
  readonly reason: string;
  readonly cancelUpcoming: boolean;
  readonly counts: ErasedMember;
}

export function EraseDialog({ member, onErased, onFailed, onClose }: EraseDialogProps) {
  const [rehearsed, setRehearsed] = useState<Rehearsed>();
  const person = member.member;
  if (rehearsed) {
    return (
      <ConfirmDialog
        person={person}
        rehearsed={rehearsed}
        onErased={onErased}
        onFailed={onFailed}
        onClose={onClose}
      />
    );
  }
  return (
    <ActDialog
      title={`Erase ${person.name}`}
      explanation={
        <p>
          Removes all personal data of {person.name} for good. Rounds, rights and orders stay, under an id
          that identifies nobody. First you see what would be removed: that changes nothing.
        </p>
      }
      {...(member.rounds.length > 0 ? { fields: () => <UpcomingRounds member={member} /> } : {})}
      confirmLabel="Show what would be removed"
      onConfirm={async (reason, form) => {
        const cancelUpcoming = form.has('cancel_upcoming');
        const counts = await eraseMember(person.id, {
          reason,
          cancel_upcoming: cancelUpcoming,
          rehearse: true,
          confirm: '',
        });
        setRehearsed({ reason, cancelUpcoming, counts });
      }}
      onClose={onClose}
    />
  );
}

interface ConfirmDialogProps extends Omit<EraseDialogProps, 'member'> {
  readonly person: AccountView;
  readonly rehearsed: Rehearsed;
}

function ConfirmDialog({ person, rehearsed, onErased, onFailed, onClose }: ConfirmDialogProps) {
  const { reason, cancelUpcoming, counts } = rehearsed;
  const form = useForm({
    check: (data): FieldErrors => {
      const isSame = textOf(data, 'confirm').toLowerCase() === person.email.toLowerCase();
      return isSame ? {} : { confirm: `Type ${person.email} to erase this member.` };
    },
    send: async (data) => {
      const erase = { reason, cancel_upcoming: cancelUpcoming, rehearse: false };
      await eraseMember(person.id, { ...erase, confirm: textOf(data, 'confirm') }).catch((error: unknown) => {
        onFailed();
        throw error;
      });
      onErased();
    },
    focusesRejected: true,
  });
  return (
    <FormDialog
      title={`Erase ${person.name} for good?`}
      form={form}
      confirmLabel="Erase for good"
      busyText="erasing…"
      closeLabel="Keep the member"
      isDangerous
      onClose={onClose}
    >
      <ErasureCounts counts={counts} />
      <p>This cannot be undone.</p>
      <TextField
        data-safe
        label="The member's e-mail address"
        name="confirm"
        hint={`Type ${person.email}.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={form.errors['confirm']}
        required
      />
    </FormDialog>
  );
}
