// The native select with its label.
import type { SelectHTMLAttributes } from 'react';
import { cx } from './cx.ts';
import { Field } from './Field.tsx';
import styles from './Field.module.css';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  readonly error?: string | undefined;
}

export function Select({ label, error, className, id, ...select }: SelectProps) {
  return (
    <Field label={label} error={error} className={className} id={id}>
      {(attributes) => <select {...select} {...attributes} className={cx(styles.input, styles.select)} />}
    </Field>
  );
}
