// The end of the profile's form, in view as long as there is something to save, or an outcome of the last attempt.
// Errors of fields are in the form.
import { ApiError } from '@/api/error.ts';
import { Alert, Status, Button } from '@/ui';
import type { FieldErrors } from './draft.ts';
import type { SaveProfile } from './queries.ts';
import styles from './SaveBar.module.css';

/** The server's sentences, by field. */
export function fieldErrorsOf(error: Error | null): FieldErrors {
  return error instanceof ApiError ? error.fields : {};
}

interface SaveBarProps {
  readonly save: SaveProfile;
  /** The form differs from what is saved. */
  readonly changed: boolean;
}

export function SaveBar({ save, changed }: SaveBarProps) {
  const failed = save.isError && Object.keys(fieldErrorsOf(save.error)).length === 0;
  if (!changed && !save.isPending && !failed && !save.isSuccess) return null;
  return (
    <div className={styles.bar}>
      <Alert>{failed && 'Opslaan mislukt. Probeer het later opnieuw.'}</Alert>
      {save.isSuccess ? <Status>Je wijzigingen zijn succesvol opgeslagen!</Status> : null}
      {changed || save.isPending ? (
        <Button type="submit" wide busyText={save.isPending && 'bezig…'}>
          opslaan
        </Button>
      ) : null}
    </div>
  );
}
