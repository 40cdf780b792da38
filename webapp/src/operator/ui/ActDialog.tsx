// The form of an act that an operator does to a member or a club: its fields and a reason, which is stored with the act
// and read at an audit. It stays open while the act runs, shows each of the server's sentences beside its field, and then
// leads to the first field that is wrong.
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '@/api/error.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Dialog, DialogActions } from '@/ui/Dialog.tsx';
import { Stack } from '@/ui/layout.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { failureText } from '../api/failure.ts';
import styles from './ActDialog.module.css';

/** A sentence per field, by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

export const NO_REASON = 'Write why you do this: it is stored with the act.';
const REASON_HINT = 'It is stored for good: write the number of the report, and nothing about a member.';
/** The server's limit. */
export const LONGEST_REASON = 200;

interface ActDialogProps {
  readonly title: string;
  /** What will happen, and to whom. */
  readonly explanation?: ReactNode;
  /** The fields before the reason, which show the sentences of their names. */
  readonly fields?: (errors: FieldErrors) => ReactNode;
  /** What is wrong with the fields, known before the server is asked. */
  readonly check?: (form: FormData) => FieldErrors;
  readonly confirmLabel: string;
  readonly closeLabel?: string;
  readonly isDangerous?: boolean;
  /** Closes the dialog itself after a success, by no longer rendering it. */
  readonly onConfirm: (reason: string, form: FormData) => Promise<void>;
  readonly onClose: () => void;
}

export function ActDialog(props: ActDialogProps) {
  const { title, explanation, fields, check, confirmLabel, closeLabel, isDangerous, onConfirm, onClose } =
    props;
  const [busy, setBusy] = useState(false);
  const { form, errors, failure, show } = useFieldErrors();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const reason = String(data.get('reason') ?? '').trim();
    const wrong = { ...check?.(data), ...(reason ? {} : { reason: NO_REASON }) };
    show(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      await onConfirm(reason, data);
    } catch (error) {
      show(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={title} onClose={onClose} locked={busy}>
      <form ref={form} onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
        {explanation ? <Stack gap={2}>{explanation}</Stack> : null}
        {fields?.(errors)}
        <ReasonField isFirst={!fields} error={errors['reason']} />
        <Alert>{failure && failure}</Alert>
        <DialogActions>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busyText={busy && 'one moment…'}>
            {confirmLabel}
          </Button>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {closeLabel ?? 'Cancel'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ReasonFieldProps {
  readonly error: string | undefined;
  /** Gets the focus when its dialog opens. */
  readonly isFirst?: boolean;
}

/** Why: one line. */
export function ReasonField({ error, isFirst }: ReasonFieldProps) {
  return (
    <TextField
      data-safe={isFirst || undefined}
      label="Reason"
      name="reason"
      hint={REASON_HINT}
      maxLength={LONGEST_REASON}
      autoComplete="off"
      error={error}
      required
    />
  );
}

/** Where a form shows what is wrong: beside its fields, and what belongs to no field of it as one sentence. */
export function useFieldErrors() {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();

  /** Takes the sentences per field, or what a call threw. */
  const show = (wrong: unknown) => {
    const isFailure = wrong instanceof Error;
    const found: FieldErrors = isFailure
      ? wrong instanceof ApiError
        ? wrong.fields
        : {}
      : (wrong as FieldErrors);
    const isHere = (name: string) => form.current?.querySelector(`[name="${name}"]`) !== null;
    const first = form.current?.querySelector<HTMLElement>(
      Object.keys(found)
        .map((name) => `[name="${name}"]`)
        .join(', ') || ':not(*)',
    );
    setErrors(found);
    // A sentence about a field that this form does not have must be read too.
    const others = Object.entries(found).filter(([name]) => !isHere(name));
    setFailure(
      isFailure && (!first || others.length > 0)
        ? [failureText(wrong), ...others.map(([, sentence]) => sentence)].join(' ')
        : undefined,
    );
    first?.focus();
  };
  return { form, errors, failure, show };
}
