// Gives one of the club's own systems access. The server answers with its token.
import { Checkbox, Stack, TextField, useForm, type FieldErrors } from '@/ui';
import { FormDialog, textOf } from '../../ui/index.ts';
import { addSystem } from './queries.ts';
import { scopeNames, SCOPES } from './scopes.ts';
import type { SystemToken } from './SystemTokenDialog.tsx';

interface NewSystemDialogProps {
  readonly onAdded: (added: SystemToken) => void;
  readonly onClose: () => void;
}

const scopesOf = (data: FormData) => SCOPES.filter((scope) => data.getAll('scopes').includes(scope));

export function NewSystemDialog({ onAdded, onClose }: NewSystemDialogProps) {
  const form = useForm({
    check: (data): FieldErrors => ({
      ...(textOf(data, 'name') ? {} : { name: 'Geef de koppeling een naam.' }),
      ...(scopesOf(data).length > 0 ? {} : { scopes: 'Kies minstens één recht.' }),
    }),
    send: async (data) => {
      const name = textOf(data, 'name');
      onAdded({ name, ...(await addSystem({ name, scopes: scopesOf(data) })) });
    },
    rechecks: true,
    focusesRejected: true,
  });
  const error = form.errors['scopes'];
  return (
    <FormDialog title="Nieuwe koppeling" form={form} confirmLabel="koppeling maken" onClose={onClose}>
      <TextField
        data-safe
        label="Naam van de koppeling"
        name="name"
        maxLength={40}
        autoComplete="off"
        hint="Zoals Kassa of Toegangspoort: zo staat hij bij elke aankomst."
        error={form.errors['name']}
      />
      <Stack as="fieldset" gap={2} aria-describedby={error ? 'scopes-error' : undefined}>
        <legend className="strong">Deze koppeling mag</legend>
        {SCOPES.map((scope) => (
          <Checkbox key={scope} label={scopeNames[scope]} name="scopes" value={scope} />
        ))}
        {error ? (
          <p id="scopes-error" className="danger strong">
            {error}
          </p>
        ) : null}
      </Stack>
    </FormDialog>
  );
}
