// Shows the password of a field, until it is pressed again or the form is sent.
import { Eye } from 'lucide-react';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import styles from './Field.module.css';
import { texts } from './texts.ts';

interface Props {
  /** Of the type `password`, which this alone changes. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
}

export function ShowPassword({ field, label }: Props) {
  const [shown, setShown] = useState(false);

  useLayoutEffect(() => {
    if (field.current) setType(field.current, shown ? 'text' : 'password');
  }, [field, shown]);

  // Not React's `onSubmit`: the form is the caller's.
  useEffect(() => {
    const form = field.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, [field]);

  return (
    <button
      type="button"
      className={styles.show}
      aria-pressed={shown}
      // The field keeps the focus, and a phone its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setShown(!shown)}
    >
      <Eye aria-hidden size={22} />
      {/* Not `aria-label`: what looks for the field by its label must find the field only. */}
      <span className="visually-hidden">{texts().showPassword(label)}</span>
    </button>
  );
}

/** Some browsers put the caret at an end when the type changes. */
function setType(input: HTMLInputElement, type: 'text' | 'password'): void {
  if (input.type === type) return;
  const { selectionStart, selectionEnd } = input;
  input.type = type;
  input.setSelectionRange(selectionStart, selectionEnd);
}
