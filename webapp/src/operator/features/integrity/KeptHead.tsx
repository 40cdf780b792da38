// Holds a head that somebody kept against the seal.
import type { FormEvent } from 'react';
import { ApiError } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { failureText } from '../../api/failure.ts';
import styles from './Integrity.module.css';
import { checkHead } from './queries.ts';

export function KeptHead() {
  const checking = useSingleMutation({ mutationFn: (head: string) => checkHead(head) });
  const field = checking.error instanceof ApiError ? checking.error.fields['head'] : undefined;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    checking.mutate(String(new FormData(event.currentTarget).get('head') ?? ''));
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        data-safe
        label="A head that you kept"
        name="head"
        hint="As it was copied or mailed: a position, a colon and 64 hexadecimal digits."
        autoComplete="off"
        spellCheck={false}
        error={field}
        required
      />
      <div>
        <Button type="submit" variant="secondary" busyText={checking.isPending && 'checking…'}>
          Does it still hold?
        </Button>
      </div>
      <div role="status">
        {checking.data?.outcome === 'same' ? <p className={styles.good}>{checking.data.sentence}</p> : null}
      </div>
      <Alert>{checking.data && checking.data.outcome !== 'same' && checking.data.sentence}</Alert>
      <Alert>{checking.error && !field && failureText(checking.error)}</Alert>
    </form>
  );
}
