// A labelled text input with its hint and its error.
import type { InputHTMLAttributes, Ref } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import styles from './Field.module.css';

interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps> {
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, className, id, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className} id={id}>
      {(attributes) => <input {...input} {...attributes} className={styles.input} />}
    </Field>
  );
}
