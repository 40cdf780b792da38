// The profile's form. After the first attempt to save, a field is checked again when it is left; an error of
// the server stays until its field is changed.
import { useRef, useState, type FormEvent } from 'react';
import { ApiError } from '@/api/error.ts';
import { Alert, Notice, Status } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { ErrorSummary } from '@/ui/ErrorSummary.tsx';
import { listOf } from '@/ui/format.ts';
import {
  checkDraft,
  labels,
  missingFields,
  toDraft,
  toProfile,
  type FieldErrors,
  type FieldName,
  type ProfileDraft,
} from './draft.ts';
import styles from './ProfileForm.module.css';
import { AddressFields, GolfFields, NameFields, PersonFields, type Bind } from './ProfileFields.tsx';
import { useSaveProfile } from './queries.ts';
import type { Profile } from './schemas.ts';

const INVALID = 'Let op: Één of meerdere velden bevatten fouten, je aanpassingen zijn niet opgeslagen!';

export function ProfileForm({ saved }: { readonly saved: Profile }) {
  const [draft, setDraft] = useState<ProfileDraft>(() => toDraft(saved));
  const [errors, setErrors] = useState<FieldErrors>({});
  /** The errors of the last attempt, for the summary; each attempt shows a new one, which takes the focus. */
  const [failedAttempt, setFailedAttempt] = useState<{
    readonly attempt: number;
    readonly errors: FieldErrors;
  } | null>(null);
  const attempts = useRef(0);
  const save = useSaveProfile();

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
    if (Object.keys(parseErrors).length > 0) return showErrors(parseErrors);
    setErrors({});
    save.mutate(toProfile(draft), {
      // What was typed while the request ran is not overwritten.
      onSuccess: (stored) => setDraft((current) => (current === draft ? toDraft(stored) : current)),
      onError: (error) => {
        const fields = error instanceof ApiError ? error.fields : {};
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
      if (attempts.current > 0) setErrors({ ...errors, ...pick(checkDraft(draft), field) });
    },
  });
  const change = (field: FieldName, value: string | boolean) => {
    setDraft({ ...draft, [field]: value });
    setErrors({ ...errors, [field]: undefined });
    if (!save.isPending) save.reset();
  };

  const missing = missingFields(save.data ?? saved);
  const fieldGroupProps = { draft, errors, bind, change };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {failedAttempt ? <AttemptErrors key={failedAttempt.attempt} errors={failedAttempt.errors} /> : null}
      {!failedAttempt && missing.length > 0 ? (
        <Notice>
          <p>Je profiel is nog niet compleet. Vul om te kunnen reserveren nog in: {listOf(missing)}.</p>
        </Notice>
      ) : null}
      <NameFields {...fieldGroupProps} />
      <AddressFields {...fieldGroupProps} />
      <PersonFields {...fieldGroupProps} />
      <GolfFields {...fieldGroupProps} />
      {save.isError && !failedAttempt ? (
        <Alert>
          <p>Opslaan mislukt. Probeer het later opnieuw.</p>
        </Alert>
      ) : null}
      {save.isSuccess ? <Status>Je wijzigingen zijn succesvol opgeslagen!</Status> : null}
      <div>
        <Button type="submit" busyText={save.isPending && 'bezig…'}>
          opslaan
        </Button>
      </div>
    </form>
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
