// The field for a hand-held scanner, which types a code and presses Enter, and for a booking number.
import { memo, useEffect, useState, type RefObject, type SubmitEvent } from 'react';
import { Button } from '@/ui/Button.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { isBookingNumber, isCode } from './judge.ts';
import styles from './ScanScreen.module.css';

interface Props {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly onCode: (code: string) => void;
  /** Whether it is known: one that is not stays in the field, to be corrected. */
  readonly onNumber: (number: string) => boolean;
}

export const ScanField = memo(function ScanField({ ref: field, onCode, onNumber }: Props) {
  const [error, setError] = useState<string>();

  useEffect(() => {
    // On a telephone the focus would open the keyboard.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
    // A scanner types wherever the focus is: its first character brings it here.
    const bringHere = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      const isText = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
      if (!isText || (target instanceof Element && target.matches('input, select, textarea'))) return;
      field.current?.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', bringHere);
    return () => document.removeEventListener('keydown', bringHere);
  }, [field]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = field.current;
    if (!input) return;
    const text = input.value;
    if (!isCode(text) && !isBookingNumber(text)) {
      setError('Een boekingsnummer heeft 8 letters en cijfers, zoals 7K3Q-9F2M.');
      input.select();
      return;
    }
    setError(undefined);
    if (isCode(text)) onCode(text);
    // What a scanner types next replaces it.
    else if (!onNumber(text)) return input.select();
    input.value = '';
  };

  return (
    <form onSubmit={submit} className={styles.field} noValidate>
      <TextField
        ref={field}
        label="Boekingsnummer of code"
        hint="Een handscanner werkt hier vanzelf."
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
      />
      <Button type="submit" variant="secondary">
        zoeken
      </Button>
    </form>
  );
});
