// A password that can be shown while it is typed. The button for it is loaded after the first paint: the log-in screen is
// the first thing that a visitor waits for.
import { useRef, type InputHTMLAttributes } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import styles from './Field.module.css';
import { optionalPart } from './optionalPart.tsx';

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type'>;

const ShowPassword = optionalPart(() => import('./ShowPassword.tsx').then((module) => module.ShowPassword));

export function PasswordField({ label, hint, error, className, id, ...attributes }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Field label={label} hint={hint} error={error} className={className} id={id}>
      {(described) => (
        <div className={styles.password}>
          <input {...attributes} {...described} ref={field} type="password" className={styles.input} />
          <ShowPassword field={field} label={label} />
        </div>
      )}
    </Field>
  );
}
