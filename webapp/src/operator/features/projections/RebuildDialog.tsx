// The form of a rebuild: its projections and the reason, sent by one of two buttons. The one that only compares comes first:
// Enter presses it.
import { useRef } from 'react';
import { Checkbox, useForm } from '@/ui';
import { startRebuild } from './queries.ts';
import styles from './RebuildDialog.module.css';
import { failureText } from '../../api/failure.ts';
import { FormDialog, ReasonField, reasonOf, tableName } from '../../ui/index.ts';

interface RebuildDialogProps {
  readonly names: readonly string[];
  /** Those that are ticked at first. */
  readonly chosen: readonly string[];
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

export function RebuildDialog({ names, chosen, onStarted, onClose }: RebuildDialogProps) {
  const comparesOnly = useRef(false);
  const form = useForm({
    send: async (data) => {
      const ticked = data.getAll('projections').map(String);
      await startRebuild({
        projections: names.filter((name) => ticked.includes(name)),
        dry_run: comparesOnly.current,
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
      firstSubmit={{ label: 'Compare only', onPress: () => (comparesOnly.current = true) }}
      confirmLabel="Rebuild, swap later"
      onConfirmPress={() => (comparesOnly.current = false)}
      busyText="starting…"
      closeLabel="Close"
      onClose={onClose}
    >
      <fieldset className={styles.names}>
        <legend className={styles.legend}>Projections (none chosen: all)</legend>
        {names.map((name) => (
          <Checkbox
            key={name}
            label={tableName(name)}
            name="projections"
            value={name}
            defaultChecked={chosen.includes(name)}
          />
        ))}
      </fieldset>
      <ReasonField error={errors['reason']} />
      <p className="soft small">
        A comparison removes its new tables afterwards: they cannot be swapped. A rebuild keeps them until
        somebody decides.
      </p>
    </FormDialog>
  );
}
