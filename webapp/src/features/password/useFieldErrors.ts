// What is wrong with the fields of a form about a password. An error goes when its field is changed and not when it is
// left: pressing the button leaves a field, and a line that goes in that moment moves the button from under the finger.
import { useRef, useState, type FormEvent } from 'react';
import type { ChangeErrors } from './newPassword.ts';

type Field = keyof ChangeErrors;

/** In the order of the screen: the first that is wrong gets the focus. */
const ORDER: readonly Field[] = ['current', 'password', 'repeat'];

export function useFieldErrors(check: (data: FormData) => ChangeErrors) {
  const [errors, setErrors] = useState<ChangeErrors>({});
  const attempted = useRef(false);

  /** Shows these errors and no others. */
  const refuse = (form: HTMLFormElement, found: ChangeErrors) => {
    setErrors(found);
    const wrong = ORDER.find((field) => found[field]);
    if (wrong) form.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  };
  /** What was typed, unless the browser can tell that it is wrong. */
  const attempt = (form: HTMLFormElement): FormData | null => {
    attempted.current = true;
    const data = new FormData(form);
    const found = check(data);
    refuse(form, found);
    return Object.keys(found).length > 0 ? null : data;
  };
  /** For the form: both tell of the field that they come from. */
  const listeners = {
    onChange: ({ target }: FormEvent<HTMLFormElement>) => {
      const field = fieldOf(target);
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== field)));
    },
    onBlur: ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
      const field = fieldOf(target);
      const error = field && attempted.current && check(new FormData(currentTarget))[field];
      if (error) setErrors((now) => ({ ...now, [field]: error }));
    },
  };
  return { errors, attempt, refuse, listeners };
}

function fieldOf(target: EventTarget): Field | undefined {
  return ORDER.find((field) => target instanceof HTMLInputElement && target.name === field);
}
