// The button that saves the profile, with the outcome of the last attempt. It stands outside the form, beside it on a
// desk. Errors of fields are in the form.
import { ApiError } from '@/api/error.ts';
import { Alert, Status, Button } from '@/ui';
import type { FieldErrors } from './draft.ts';
import type { SaveProfile } from './queries.ts';

export const PROFILE_FORM = 'profiel';

/** The server's sentences, by field. */
export function fieldErrorsOf(error: Error | null): FieldErrors {
  return error instanceof ApiError ? error.fields : {};
}

export function SaveProfileButton({ save }: { readonly save: SaveProfile }) {
  const failed = save.isError && Object.keys(fieldErrorsOf(save.error)).length === 0;
  return (
    <>
      <Alert>{failed && 'Opslaan mislukt. Probeer het later opnieuw.'}</Alert>
      {save.isSuccess ? <Status>Je wijzigingen zijn succesvol opgeslagen!</Status> : null}
      <Button type="submit" form={PROFILE_FORM} wide busyText={save.isPending && 'bezig…'}>
        opslaan
      </Button>
    </>
  );
}
