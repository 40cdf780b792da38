// A password that can be shown while it is typed. It is hidden again when its form is sent.
import { Eye } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type InputHTMLAttributes } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import styles from './Field.module.css';

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type'>;

export function PasswordField({ label, hint, error, className, id, ...attributes }: Props) {
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<[number | null, number | null]>(undefined);

  // Not React's `onSubmit`: the form is the caller's.
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  // Some browsers put the caret at an end when the type changes.
  useLayoutEffect(() => {
    if (caret.current) input.current?.setSelectionRange(...caret.current);
  }, [shown]);

  const toggle = () => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    caret.current = [selectionStart ?? null, selectionEnd ?? null];
    setShown(!shown);
  };

  return (
    <Field label={label} hint={hint} error={error} className={className} id={id}>
      {(described) => (
        <div className={styles.password}>
          <input
            {...attributes}
            {...described}
            ref={input}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={styles.input}
          />
          <button
            type="button"
            className={styles.show}
            aria-pressed={shown}
            // The field keeps the focus, and a phone its keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggle}
          >
            <Eye aria-hidden size={22} />
            {/* Not `aria-label`: what looks for the field by its label must find the field only. */}
            <span className="visually-hidden">{label.toLowerCase()} tonen</span>
          </button>
        </div>
      )}
    </Field>
  );
}
