// The name of a device that is to be paired. The server answers with a QR code.
import { TextField, useForm, type FieldErrors } from '@/ui';
import type { ClubDevice } from '../../api/generated/ClubDevice.ts';
import { FormDialog, textOf } from '../../ui/index.ts';
import type { Pairing } from './PairingDialog.tsx';
import { pairDevice } from './queries.ts';

interface NameDeviceDialogProps {
  readonly known: readonly ClubDevice[];
  readonly onPairing: (pairing: Pairing) => void;
  readonly onClose: () => void;
}

export function NameDeviceDialog({ known, onPairing, onClose }: NameDeviceDialogProps) {
  const form = useForm({
    check: (data): FieldErrors => (textOf(data, 'name') ? {} : { name: 'Geef het toestel een naam.' }),
    send: async (data) => {
      const name = textOf(data, 'name');
      const pairing = await pairDevice(name);
      onPairing({ name, known: known.map(({ id }) => id), ...pairing });
    },
    rechecks: true,
    focusesRejected: true,
  });
  return (
    <FormDialog title="Toestel koppelen" form={form} confirmLabel="code tonen" onClose={onClose}>
      <TextField
        data-safe
        label="Naam van het toestel"
        name="name"
        maxLength={40}
        autoComplete="off"
        hint="Zoals Receptie of Tablet terras: zo staat het bij elke scan."
        error={form.errors['name']}
      />
    </FormDialog>
  );
}
