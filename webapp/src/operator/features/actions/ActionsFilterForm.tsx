// The filter, whose answers are in the address.
import type { FormEvent } from 'react';
import { Button, ButtonLink } from '@/ui/Button.tsx';
import { Row } from '@/ui/layout.tsx';
import { TextField } from '@/ui/TextField.tsx';
import styles from './ActionsFilterForm.module.css';
import type { ActionsFilter } from './queries.ts';

interface ActionsFilterFormProps {
  readonly filter: ActionsFilter;
  readonly onFilter: (filter: ActionsFilter) => void;
}

export function ActionsFilterForm({ filter, onFilter }: ActionsFilterFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim() || undefined;
    onFilter({ operator: text('operator'), subject: text('subject') });
  };
  const isFiltered = filter.operator !== undefined || filter.subject !== undefined;

  return (
    <form role="search" aria-label="Actions" className={styles.form} onSubmit={submit}>
      <TextField
        label="Operator"
        name="operator"
        defaultValue={filter.operator}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label="Subject contains"
        name="subject"
        defaultValue={filter.subject}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Row gap={2}>
        <Button type="submit" variant="secondary">
          Filter
        </Button>
        {isFiltered ? (
          <ButtonLink to="/actions" variant="quiet" preload={false}>
            Show all
          </ButtonLink>
        ) : null}
      </Row>
    </form>
  );
}
