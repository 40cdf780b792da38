// The form of an act that an operator does to a member or a club: its fields and a reason, which is stored with the act
// and read at an audit.
import type { ReactNode } from 'react';
import { Stack, useForm, type FieldErrors } from '@/ui';
import { FormDialog } from './FormDialog.tsx';
import { ReasonField } from './ReasonField.tsx';
import { missingReason, reasonOf } from './reasons.ts';

interface ActDialogProps {
  readonly title: string;
  /** The effect, and whom it meets. */
  readonly explanation?: ReactNode;
  /** The fields before the reason, which show the sentences of their names. */
  readonly fields?: (errors: FieldErrors) => ReactNode;
  /** The mistakes in the fields that are known before the server is asked. */
  readonly check?: (form: FormData) => FieldErrors;
  readonly confirmLabel: string;
  readonly closeLabel?: string;
  readonly isDangerous?: boolean | undefined;
  /** Closes the dialog itself after a success, by no longer rendering it. */
  readonly onConfirm: (reason: string, form: FormData) => Promise<void>;
  readonly onClose: () => void;
}

export function ActDialog({ explanation, fields, check, onConfirm, ...dialog }: ActDialogProps) {
  const form = useForm({
    check: (data) => ({ ...check?.(data), ...missingReason(data) }),
    send: (data) => onConfirm(reasonOf(data), data),
    focusesRejected: true,
  });
  return (
    <FormDialog {...dialog} form={form}>
      {explanation ? <Stack gap={2}>{explanation}</Stack> : null}
      {fields?.(form.errors)}
      <ReasonField isFirst={!fields} error={form.errors['reason']} />
    </FormDialog>
  );
}
