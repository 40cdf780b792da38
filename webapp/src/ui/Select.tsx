// The native select with its label.
import type { SelectHTMLAttributes } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldProps } from './Field.tsx';
import styles from './Field.module.css';

interface SelectProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps> {}

export function Select({ label, hint, error, className, id, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className} id={id}>
      {(attributes) => <select {...select} {...attributes} className={cx(styles.input, styles.select)} />}
    </Field>
  );
}
