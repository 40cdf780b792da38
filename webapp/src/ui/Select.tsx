// The native select, with our label, hint and error around it.
import { useId, type SelectHTMLAttributes } from 'react';
import { cx } from './cx.ts';
import styles from './Field.module.css';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  readonly error?: string | undefined;
}

export function Select({ label, error, className, id, children, ...select }: SelectProps) {
  const generated = useId();
  const field = id ?? generated;
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={field}>
        {label}
      </label>
      <select
        {...select}
        id={field}
        className={cx(styles.input, styles.select)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${field}-error` : undefined}
      >
        {children}
      </select>
      {error ? (
        <p className={styles.error} id={`${field}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
