// The form by which a list is filtered; its answers are in the address.
import type { ReactNode } from 'react';
import { Button, cx, Row } from '@/ui';
import styles from './FilterForm.module.css';
import { textOf } from './formText.ts';

interface FilterFormProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
  /** The link that leads back to everything. */
  readonly all: ReactNode;
  readonly submitLabel?: string;
  readonly busyText?: string | false;
  /** `text` is what was entered in a field, undefined for nothing. */
  readonly onFilter: (text: (name: string) => string | undefined) => void;
}

export function FilterForm(props: FilterFormProps) {
  const { label, className, children, all, submitLabel = 'Filter', busyText = false, onFilter } = props;
  return (
    <form
      role="search"
      aria-label={label}
      className={cx(styles.form, className)}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        onFilter((name) => textOf(form, name) || undefined);
      }}
    >
      {children}
      <Row gap={2}>
        <Button type="submit" variant="secondary" busyText={busyText}>
          {submitLabel}
        </Button>
        {all}
      </Row>
    </form>
  );
}
