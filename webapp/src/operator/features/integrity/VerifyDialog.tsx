// Starts a verification: why, and the heads of the seal that somebody kept outside.
import { Field, useForm } from '@/ui';
import field from '@/ui/Field.module.css';
import { startVerification } from './queries.ts';
import { FormDialog, ReasonField, reasonOf, textOf } from '../../ui/index.ts';

interface VerifyDialogProps {
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

export function VerifyDialog({ onStarted, onClose }: VerifyDialogProps) {
  const form = useForm({
    send: async (data) => {
      const heads = textOf(data, 'heads').split(/\s+/).filter(Boolean);
      await startVerification({ heads, reason: reasonOf(data) });
      onStarted();
    },
  });
  return (
    <FormDialog
      title="Verify now"
      form={form}
      gap={3}
      confirmLabel="Start"
      busyText="starting…"
      closeLabel="Close"
      onClose={onClose}
    >
      <ReasonField isFirst error={form.errors['reason']} />
      <Field
        label="Heads of the seal that you kept (may be left empty)"
        hint="One on each line, as they were copied or mailed. Only they show whether journal and seal were rewritten together."
        error={form.errors['heads']}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            data-safe
            name="heads"
            rows={3}
            spellCheck={false}
            className={field.input}
          />
        )}
      </Field>
    </FormDialog>
  );
}
