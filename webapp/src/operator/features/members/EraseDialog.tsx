// Erases a member for good, in two steps: a rehearsal counts what would be removed, and then the member's address has to
// be typed.
import { useState, type FormEvent } from 'react';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Dialog, DialogActions } from '@/ui/Dialog.tsx';
import { TextField } from '@/ui/TextField.tsx';
import type { AccountView } from '../../api/generated/AccountView.ts';
import type { ErasedMember } from '../../api/generated/ErasedMember.ts';
import type { MemberView } from '../../api/generated/MemberView.ts';
import { ActDialog, useFieldErrors } from '../../ui/ActDialog.tsx';
import { ErasureCounts } from './ErasureCounts.tsx';
import { textOf } from './formText.ts';
import styles from './MemberDialog.module.css';
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
  const [busy, setBusy] = useState(false);
  const { form, errors, failure, show } = useFieldErrors();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const confirm = textOf(new FormData(event.currentTarget), 'confirm');
    const isSame = confirm.toLowerCase() === person.email.toLowerCase();
    show(isSame ? {} : { confirm: `Type ${person.email} to erase this member.` });
    if (!isSame) return;
    setBusy(true);
    try {
      await eraseMember(person.id, { reason, cancel_upcoming: cancelUpcoming, rehearse: false, confirm });
      onErased();
    } catch (error) {
      show(error);
      onFailed();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={`Erase ${person.name} for good?`} onClose={onClose} locked={busy}>
      <form ref={form} onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
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
          error={errors['confirm']}
          required
        />
        <Alert>{failure && failure}</Alert>
        <DialogActions>
          <Button type="submit" variant="danger" busyText={busy && 'erasing…'}>
            Erase for good
          </Button>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Keep the member
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
