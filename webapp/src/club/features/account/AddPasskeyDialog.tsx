// Adds a passkey of this device, under a name by which it is told from others.
import { browserName, TextField, useForm, type FieldErrors } from '@/ui';
import { FormDialog, passkeyFailure, textOf } from '../../ui/index.ts';
import { addPasskey } from './queries.ts';

const LONGEST = 40;

/** `Chrome op Android` */
function thisDevice(): string {
  const found = browserName(navigator.userAgent);
  return found ? [found.name, found.system].filter(Boolean).join(' op ').slice(0, LONGEST) : '';
}

interface AddPasskeyDialogProps {
  readonly onAdded: (name: string) => void;
  readonly onClose: () => void;
}

export function AddPasskeyDialog({ onAdded, onClose }: AddPasskeyDialogProps) {
  const form = useForm({
    // Before the device makes a passkey that the server would refuse.
    check: (data): FieldErrors => (textOf(data, 'name') ? {} : { name: 'Vul een naam in.' }),
    send: async (data) => {
      const name = textOf(data, 'name');
      await addPasskey(name);
      onAdded(name);
    },
    failureText: passkeyFailure,
    focusesRejected: true,
  });
  return (
    <FormDialog title="Passkey toevoegen" form={form} confirmLabel="toevoegen" onClose={onClose}>
      <p>Je toestel vraagt om je vinger, je gezicht of de code van het scherm.</p>
      <TextField
        data-safe
        label="Naam"
        name="name"
        defaultValue={thisDevice()}
        maxLength={LONGEST}
        autoComplete="off"
        error={form.errors['name']}
      />
    </FormDialog>
  );
}
