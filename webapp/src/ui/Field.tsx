// The label, hint and error around an input, linked to it for a screen reader.
import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Field.module.css';

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
}

interface InputAttributes {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface FrameProps extends FieldProps {
  readonly children: (attributes: InputAttributes) => ReactNode;
}

export function Field({ label, hint, error, id, className, children }: FrameProps) {
  const generated = useId();
  const field = id ?? generated;
  const described = [hint && `${field}-hint`, error && `${field}-error`].filter(Boolean).join(' ');
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={field}>
        {label}
      </label>
      {children({
        id: field,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint ? (
        <p className="soft small" id={`${field}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="danger strong" id={`${field}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
