// What to rebuild, whether only to compare, and why.
import type { FormEvent } from 'react';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Checkbox } from '@/ui/Checkbox.tsx';
import { Dialog, DialogActions } from '@/ui/Dialog.tsx';
import { Stack } from '@/ui/layout.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { failureText } from '../../api/failure.ts';
import type { RebuildRequest } from '../../api/generated/RebuildRequest.ts';
import { startRebuild } from './queries.ts';
import styles from './RebuildDialog.module.css';

interface RebuildDialogProps {
  readonly names: readonly string[];
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

export function RebuildDialog({ names, onStarted, onClose }: RebuildDialogProps) {
  const starting = useSingleMutation({
    mutationFn: (rebuild: RebuildRequest) => startRebuild(rebuild),
    onSuccess: onStarted,
  });
  const fields = starting.error instanceof ApiError ? starting.error.fields : {};

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = form.getAll('projections').map(String);
    starting.mutate({
      projections: names.filter((name) => chosen.includes(name)),
      dry_run: form.get('dry_run') !== null,
      reason: String(form.get('reason') ?? '').trim(),
    });
  };

  return (
    <Dialog title="Start a rebuild" onClose={onClose} locked={starting.isPending}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <fieldset className={styles.names}>
          <legend className={styles.legend}>Projections (none chosen: all)</legend>
          {names.map((name) => (
            <Checkbox key={name} label={name} name="projections" value={name} />
          ))}
        </fieldset>
        <div>
          <Checkbox label="Dry run" name="dry_run" aria-describedby="dry-run-hint" />
          <p id="dry-run-hint" className={styles.hint}>
            Only compare. The new tables are removed afterwards and cannot be swapped.
          </p>
        </div>
        <TextField
          label="Reason"
          name="reason"
          hint="It is stored with what you do."
          maxLength={200}
          autoComplete="off"
          error={fields['reason']}
          required
        />
        <Alert>{starting.error && !fields['reason'] && failureText(starting.error)}</Alert>
        <DialogActions>
          <Button type="submit" busyText={starting.isPending && 'starting…'}>
            Start
          </Button>
          <Button variant="secondary" onClick={onClose} disabled={starting.isPending}>
            Close
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
