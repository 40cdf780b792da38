// The profile's form. What cannot be read as a date or a number is told with the server's errors of all other fields, in
// one round. After the first attempt to save, a field is checked again when it is left; an error of the server stays
// until its field is changed.
import { useRef, useState, type FormEvent } from 'react';
import type { ProfileFields } from '@/api/generated/ProfileFields.ts';
import { Notice, Button, ErrorSummary, listOf, Stack } from '@/ui';
import { afterPress } from '@/ui/press.ts';
import {
  checkDraft,
  labels,
  missingFields,
  splitAddress,
  toDraft,
  type FieldErrors,
  type FieldName,
  type ProfileDraft,
} from './draft.ts';
import { changedFields, readEdits, removeEdits, storeEdits } from './edits.ts';
import { AddressFields, GolfFields, NameFields, PersonFields, type Bind } from './ProfileFields.tsx';
import type { SaveProfile } from './queries.ts';
import { fieldErrorsOf, SaveBar } from './SaveBar.tsx';

const INVALID = 'Let op: Één of meerdere velden bevatten fouten, je aanpassingen zijn niet opgeslagen!';

export function ProfileForm({ saved, save }: { readonly saved: ProfileFields; readonly save: SaveProfile }) {
  const [restored, setRestored] = useState(() => readEdits(toDraft(saved)));
  const [draft, setDraft] = useState<ProfileDraft>(() => ({ ...toDraft(saved), ...restored }));
  const [errors, setErrors] = useState<FieldErrors>({});
  /** The errors of the last attempt, for the summary; each attempt shows a new one, which takes the focus. */
  const [failedAttempt, setFailedAttempt] = useState<{
    readonly attempt: number;
    readonly errors: FieldErrors;
  } | null>(null);
  const attempts = useRef(0);

  const changes = changedFields(toDraft(save.data ?? saved), draft);
  const showErrors = (found: FieldErrors) => {
    setErrors(found);
    setFailedAttempt({ attempt: attempts.current, errors: found });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    attempts.current += 1;
    save.reset();
    setFailedAttempt(null);
    const parseErrors = checkDraft(draft);
    const known = Object.keys(parseErrors);
    // The server refuses these too, and its sentences about the other changes come with them.
    if (known.length > 0 && changes.every((field) => known.includes(field))) return showErrors(parseErrors);
    setErrors(parseErrors);
    save.mutate(draft, {
      onSuccess: (stored) => {
        setRestored({});
        // A draft that changed while the request ran is not overwritten.
        setDraft((current) => (current === draft ? toDraft(stored) : current));
      },
      onError: (error) => {
        const fields = { ...fieldErrorsOf(error), ...parseErrors };
        if (Object.keys(fields).length > 0) showErrors(fields);
      },
    });
  };

  const bind: Bind = (field) => ({
    id: field,
    name: field,
    label: labels[field],
    error: errors[field],
    value: String(draft[field]),
    onChange: (event) => change(field, event.target.value),
    onBlur: () => {
      if (field === 'street') keep(splitAddress(draft));
      if (attempts.current === 0) return;
      afterPress(() => setErrors((current) => ({ ...current, ...pick(checkDraft(draft), field) })));
    },
  });
  const replaceDraft = (changed: ProfileDraft) => {
    setDraft(changed);
    if (!save.isPending) save.reset();
  };
  const change = (field: FieldName, value: string | boolean) => {
    keep({ ...draft, [field]: value });
    setErrors({ ...errors, [field]: undefined });
  };
  const keep = (changed: ProfileDraft) => {
    if (changed === draft) return;
    replaceDraft(changed);
    storeEdits(toDraft(saved), changed);
  };
  const undo = () => {
    replaceDraft(toDraft(saved));
    removeEdits();
    setRestored({});
    setErrors({});
    setFailedAttempt(null);
  };

  const missing = missingFields(save.data ?? saved);
  const fieldGroupProps = { draft, errors, bind, change };
  return (
    <Stack as="form" gap={5} onSubmit={submit} noValidate>
      {Object.keys(restored).length > 0 ? (
        <Notice>
          <p>Je vorige wijzigingen zijn nog niet opgeslagen.</p>
          <Button variant="secondary" onClick={undo}>
            ongedaan maken
          </Button>
        </Notice>
      ) : null}
      {failedAttempt ? <AttemptErrors key={failedAttempt.attempt} errors={failedAttempt.errors} /> : null}
      {!failedAttempt && missing.length > 0 ? (
        <Notice>
          Je profiel is nog niet compleet. Vul om te kunnen reserveren nog in: {listOf(missing)}.
        </Notice>
      ) : null}
      <NameFields {...fieldGroupProps} />
      <AddressFields {...fieldGroupProps} />
      <PersonFields {...fieldGroupProps} />
      <GolfFields {...fieldGroupProps} />
      <SaveBar save={save} changed={changes.length > 0} />
    </Stack>
  );
}

function pick(errors: FieldErrors, field: FieldName): FieldErrors {
  const error = errors[field];
  return error ? { [field]: error } : {};
}

function AttemptErrors({ errors }: { readonly errors: FieldErrors }) {
  const problems = (Object.keys(labels) as FieldName[]).flatMap((field) => {
    const error = errors[field];
    return error ? [{ field, label: labels[field], error }] : [];
  });
  return <ErrorSummary title={INVALID} problems={problems} />;
}
