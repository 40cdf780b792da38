// Erases a member for good, in two steps: a rehearsal counts what would be removed, and then the member's address has to
// be typed. The way back keeps the reason.
import { useId, useState } from 'react';
import { Checkbox, TextField, useForm, type FieldErrors } from '@/ui';
import type { ErasedMember } from '../../api/generated/ErasedMember.ts';
import type { MemberView } from '../../api/generated/MemberView.ts';
import { ActDialog, textOf, FormDialog } from '../../ui/index.ts';
import { ErasureCounts } from './ErasureCounts.tsx';
import { eraseMember } from './queries.ts';

interface EraseDialogProps {
  readonly member: MemberView;
  readonly onErased: () => void;
  /** An erasure that failed may have cancelled rounds before. */
  readonly onFailed: () => void;
  readonly onClose: () => void;
}

interface Rehearsed {
  readonly reason: string;
  readonly counts: ErasedMember;
}

export function EraseDialog({ member, onErased, onFailed, onClose }: EraseDialogProps) {
  const [rehearsed, setRehearsed] = useState<Rehearsed>();
  const person = member.member;
  return (
    <>
      <ActDialog
        title={`Erase ${person.name}`}
        explanation={
          <p>
            Removes all personal data of {person.name} for good. Rounds, rights and orders stay, under an id
            that identifies nobody. First you see what would be removed: that changes nothing.
          </p>
        }
        confirmLabel="Show what would be removed"
        onConfirm={async (reason) => {
          const request = { reason, cancel_upcoming: false, rehearse: true, confirm: '' };
          setRehearsed({ reason, counts: await eraseMember(person.id, request) });
        }}
        onClose={onClose}
      />
      {/* Over the first step, which keeps what was typed. */}
      {rehearsed ? (
        <ConfirmDialog
          member={member}
          rehearsed={rehearsed}
          onErased={onErased}
          onFailed={onFailed}
          onClose={() => setRehearsed(undefined)}
        />
      ) : null}
    </>
  );
}

interface ConfirmDialogProps extends EraseDialogProps {
  readonly rehearsed: Rehearsed;
}

function ConfirmDialog({ member, rehearsed, onErased, onFailed, onClose }: ConfirmDialogProps) {
  const { member: person, rounds } = member;
  const { reason, counts } = rehearsed;
  const errorId = useId();
  const hasRounds = counts.rounds.length > 0;
  const form = useForm({
    check: (data): FieldErrors => {
      const isSame = textOf(data, 'confirm').toLowerCase() === person.email.toLowerCase();
      return {
        ...(hasRounds && !data.has('cancel_upcoming') ? { cancel_upcoming: refusalOf(counts) } : {}),
        ...(isSame ? {} : { confirm: `Type ${person.email} to erase this member.` }),
      };
    },
    send: async (data) => {
      const erase = { reason, cancel_upcoming: data.has('cancel_upcoming'), rehearse: false };
      await eraseMember(person.id, { ...erase, confirm: textOf(data, 'confirm') }).catch((error: unknown) => {
        onFailed();
        throw error;
      });
      onErased();
    },
    focusesRejected: true,
  });
  const roundsError = form.errors['cancel_upcoming'];
  return (
    <FormDialog
      title={`Erase ${person.name} for good?`}
      form={form}
      confirmLabel="Erase for good"
      busyText="erasing…"
      closeLabel="Back"
      isDangerous
      onClose={onClose}
    >
      <ErasureCounts counts={counts} upcoming={rounds} />
      {hasRounds ? (
        <div>
          <Checkbox
            name="cancel_upcoming"
            label="Also cancel the member's places: co-players keep the round"
            aria-describedby={roundsError ? errorId : undefined}
          />
          {roundsError ? (
            <p id={errorId} className="danger strong">
              {roundsError}
            </p>
          ) : null}
        </div>
      ) : null}
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

/** The rehearsal says it; one of the release before only names the rounds. */
const refusalOf = ({ refused }: ErasedMember) =>
  refused || 'The member still has rounds to play: cancel these first, or choose to cancel them.';
