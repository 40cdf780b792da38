// The errors of the fields of a small form, by the names of its inputs. An error is removed when its field is changed. It is added when the field
// is left, but never during a press: the new line would move the button away under the pointer.
import { useRef, useState, type FormEvent } from 'react';
import { afterPress } from './press.ts';

export type FieldErrors<Field extends string> = { readonly [field in Field]?: string };

/** `order` is that of the screen: the first that is wrong gets the focus. */
export function useFieldErrors<Field extends string>(
  order: readonly Field[],
  check: (data: FormData) => FieldErrors<Field>,
) {
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const attempted = useRef(false);

  /** Shows these errors and no others. */
  const showErrors = (form: HTMLFormElement, found: FieldErrors<Field>) => {
    setErrors(found);
    const firstInvalid = order.find((field) => found[field]);
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
      const field = fieldOf(order, target);
      if (field) setErrors(({ [field]: _removed, ...others }) => others as FieldErrors<Field>);
    },
    onBlur: ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
      const field = fieldOf(order, target);
      if (!field || !attempted.current) return;
      afterPress(() => {
        const error = check(new FormData(currentTarget))[field];
        if (error) setErrors((current) => ({ ...current, [field]: error }));
      });
    },
  };
  return { errors, validate, showErrors, listeners };
}

function fieldOf<Field extends string>(order: readonly Field[], target: EventTarget): Field | undefined {
  return order.find((field) => target instanceof HTMLInputElement && target.name === field);
}
