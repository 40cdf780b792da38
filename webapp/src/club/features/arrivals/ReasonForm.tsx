// Why something is corrected: one of the usual reasons, or a few own words.
import { useState, type ReactNode } from 'react';
import { failureText } from '@/api/error.ts';
import { Alert, Button, DialogActions, RadioGroup, Stack, TextField, useForm } from '@/ui';
import { failureOf } from './words.ts';

const OWN = 'Anders';
export const LONGEST_REASON = 100;

interface ReasonFormProps {
  readonly explanation: ReactNode;
  readonly reasons: readonly string[];
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  /** Where the server gives no sentence. */
  readonly failure: string;
  readonly send: (reason: string) => Promise<unknown>;
  readonly onBusy: (busy: boolean) => void;
  readonly onBack: () => void;
}

const ownOf = (data: FormData) => String(data.get('reason') ?? '').trim();

export function ReasonForm(props: ReasonFormProps) {
  const { explanation, reasons, confirmLabel, isDangerous, failure, send, onBusy, onBack } = props;
  const [choice, setChoice] = useState<string | null>(null);
  const form = useForm<'choice' | 'reason'>({
    check: (data) =>
      choice === null
        ? { choice: 'Kies een reden.' }
        : choice === OWN && ownOf(data) === ''
          ? { reason: 'Schrijf in een paar woorden waarom.' }
          : {},
    send: async (data) => {
      onBusy(true);
      await send(choice === OWN ? ownOf(data) : (choice ?? '')).finally(() => onBusy(false));
    },
    failureText: (error) => failureText(error, failureOf(failure)),
  });
  return (
    <Stack
      as="form"
      gap={4}
      {...form.form}
      onSubmit={(event) => {
        form.form.onSubmit(event);
        // The radios have no name that the form knows.
        if (choice === null) event.currentTarget.querySelector('input')?.focus();
      }}
      noValidate
    >
      {explanation}
      <RadioGroup
        legend="Reden"
        options={[...reasons, OWN].map((reason) => ({ value: reason, label: reason }))}
        value={choice}
        onChange={setChoice}
        error={choice === null ? form.errors.choice : undefined}
      />
      {choice === OWN ? (
        <TextField
          label="In je eigen woorden"
          name="reason"
          hint="Hooguit 100 tekens. Schrijf niets over een persoon."
          maxLength={LONGEST_REASON}
          autoComplete="off"
          error={form.errors.reason}
          required
        />
      ) : null}
      <Alert>{form.failure}</Alert>
      <DialogActions>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busyText={form.busy && 'bezig…'}>
          {confirmLabel}
        </Button>
        <Button variant="secondary" disabled={form.busy} onClick={onBack}>
          terug
        </Button>
      </DialogActions>
    </Stack>
  );
}
