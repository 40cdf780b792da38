// The errors of the fields of a password form. An error is removed when its field is changed. It is added when the field
// is left, but never during a press: the new line would move the button away under the pointer.
import { useRef, useState, type FormEvent } from 'react';
import { afterPress } from '@/ui/press.ts';
import type { ChangeErrors } from './newPassword.ts';

type Field = keyof ChangeErrors;

/** In the order of the screen: the first that is wrong gets the focus. */
const ORDER: readonly Field[] = ['current', 'password', 'repeat'];

export function useFieldErrors(check: (data: FormData) => ChangeErrors) {
  const [errors, setErrors] = useState<ChangeErrors>({});
  const attempted = useRef(false);

  /** Shows these errors and no others. */
  const showErrors = (form: HTMLFormElement, found: ChangeErrors) => {
    setErrors(found);
    const firstInvalid = ORDER.find((field) => found[field]);
    if (firstInvalid) form.querySelector<HTMLInputElement>(`[name=${firstInvalid}]`)?.focus();
  };
  /** The form's data, or null when it has errors. */
  const validate = (form: HTMLFormElement): FormData | null => {
    attempted.current = true;
    const data = new FormData(form);
    const found = check(data);
    showErrors(form, found);
    return Object.keys(found).length > 0 ? null : data;
  };
  /** For the form element: events of its fields bubble up to it. */
  const listeners = {
    onChange: ({ target }: FormEvent<HTMLFormElement>) => {
      const field = fieldOf(target);
      setErrors((current) => Object.fromEntries(Object.entries(current).filter(([name]) => name !== field)));
    },
    onBlur: ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
      const field = fieldOf(target);
      if (!field || !attempted.current) return;
      afterPress(() => {
        const error = check(new FormData(currentTarget))[field];
        if (error) setErrors((current) => ({ ...current, [field]: error }));
      });
    },
  };
  return { errors, validate, showErrors, listeners };
}

function fieldOf(target: EventTarget): Field | undefined {
  return ORDER.find((field) => target instanceof HTMLInputElement && target.name === field);
}
