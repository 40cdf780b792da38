// Adds a passkey of this device, under a name by which it is told from others.
import { TextField, useForm, type FieldErrors } from '@/ui';
import { FormDialog, textOf } from '../../ui/index.ts';
import { passkeyFailure } from '../login/passkey.ts';
import { browserText } from './browserText.ts';
import { addPasskey } from './queries.ts';

const LONGEST = 60;

interface AddPasskeyDialogProps {
  readonly onAdded: (name: string) => void;
  readonly onClose: () => void;
}

export function AddPasskeyDialog({ onAdded, onClose }: AddPasskeyDialogProps) {
  const form = useForm({
    // Before the device makes a passkey that the server would refuse.
    check: (data): FieldErrors => (textOf(data, 'name') ? {} : { name: 'Enter a name.' }),
    send: async (data) => {
      const name = textOf(data, 'name');
      await addPasskey(name);
      onAdded(name);
    },
    failureText: passkeyFailure,
    focusesRejected: true,
  });
  return (
    <FormDialog title="Add a passkey" form={form} confirmLabel="Add" validates onClose={onClose}>
      <p>Your device asks for your finger, your face or its code, and logs you in with it from then on.</p>
      <TextField
        data-safe
        label="Name"
        name="name"
        defaultValue={browserText(navigator.userAgent).slice(0, LONGEST)}
        maxLength={LONGEST}
        autoComplete="off"
        error={form.errors['name']}
        required
      />
    </FormDialog>
  );
}
