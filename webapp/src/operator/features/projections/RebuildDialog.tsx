// The form of a rebuild: its projections, whether only to compare, and the reason.
import { Checkbox, useForm } from '@/ui';
import { startRebuild } from './queries.ts';
import styles from './RebuildDialog.module.css';
import { failureText } from '../../api/failure.ts';
import { FormDialog, ReasonField, reasonOf } from '../../ui/index.ts';

interface RebuildDialogProps {
  readonly names: readonly string[];
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

export function RebuildDialog({ names, onStarted, onClose }: RebuildDialogProps) {
  const form = useForm({
    send: async (data) => {
      const chosen = data.getAll('projections').map(String);
      await startRebuild({
        projections: names.filter((name) => chosen.includes(name)),
        dry_run: data.has('dry_run'),
        reason: reasonOf(data),
      });
      onStarted();
    },
  });
  const { errors, error } = form;
  return (
    <FormDialog
      title="Start a rebuild"
      form={{ ...form, failure: error && !errors['reason'] ? failureText(error) : undefined }}
      confirmLabel="Start"
      busyText="starting…"
      closeLabel="Close"
      onClose={onClose}
    >
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
      <ReasonField error={errors['reason']} />
    </FormDialog>
  );
}
