// Holds a head that somebody kept against the seal.
import { useState } from 'react';
import { Alert, Button, TextField, useForm, Stack } from '@/ui';
import type { HeadCheck } from '../../api/generated/HeadCheck.ts';
import styles from './Integrity.module.css';
import { checkHead } from './queries.ts';

export function KeptHead() {
  const [checked, setChecked] = useState<HeadCheck>();
  const { form, errors, failure, busy } = useForm({
    send: async (data) => {
      setChecked(undefined);
      setChecked(await checkHead(String(data.get('head') ?? '')));
    },
  });

  return (
    <Stack as="form" gap={3} className={styles.form} {...form} noValidate>
      <TextField
        data-safe
        label="A head that you kept"
        name="head"
        hint="As it was copied or mailed: a position, a colon and 64 hexadecimal digits."
        autoComplete="off"
        spellCheck={false}
        error={errors['head']}
        required
      />
      <div>
        <Button type="submit" variant="secondary" busyText={busy && 'checking…'}>
          Does it still hold?
        </Button>
      </div>
      <div role="status">
        {checked?.outcome === 'same' ? <p className={styles.good}>{checked.sentence}</p> : null}
      </div>
      <Alert>{checked && checked.outcome !== 'same' && checked.sentence}</Alert>
      <Alert>{failure}</Alert>
    </Stack>
  );
}
