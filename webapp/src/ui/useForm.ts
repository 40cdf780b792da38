// A form of either app. It sends once a press, and keeps the typed values. A mistake is told beside its field, which
// gets the focus; a failure about anything else is one sentence. No line comes or goes during a press: it would move
// the button away under the pointer.
import { useRef, useState, type FormEvent } from 'react';
import { afterPress } from './press.ts';
import { texts } from './texts.ts';

/** A sentence per field, by the name of its input. */
export type FieldErrors<Field extends string = string> = { readonly [field in Field]?: string };

interface FormOptions<Field extends string> {
  /** The mistakes that are known before the server is asked. */
  readonly check?: (data: FormData) => FieldErrors<Field>;
  readonly send: (data: FormData) => unknown;
  /** The server's sentences, by the fields of this form. */
  readonly fieldsOf?: (error: unknown) => FieldErrors<Field>;
  readonly failureText?: (error: Error) => string;
  /** After the first attempt: an error goes when its field is changed, and comes when it is left. */
  readonly rechecks?: boolean;
  /** A field that the server rejected gets the focus, too. */
  readonly focusesRejected?: boolean;
}

export const sentencesOf = (error: unknown) =>
  (error as { readonly fields?: FieldErrors } | null)?.fields ?? {};

export function useForm<Field extends string = string>(options: FormOptions<Field>) {
  const { check, send, fieldsOf = sentencesOf, failureText = texts().failure } = options;
  const ref = useRef<HTMLFormElement>(null);
  const attempted = useRef(false);
  const sending = useRef(false);
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [{ error, failure, busy }, setOutcome] = useState<{
    readonly error?: Error;
    readonly failure?: string | undefined;
    readonly busy?: boolean;
  }>({});

  const inputOf = (names: readonly string[]) =>
    names.length === 0
      ? null
      : ref.current?.querySelector<HTMLElement>(names.map((name) => `[name="${name}"]`).join());

  const rejected = (failed: Error) => {
    const found = fieldsOf(failed) as FieldErrors;
    const names = Object.keys(found);
    // A sentence about a field that this form does not have must be read too.
    const others = names.filter((name) => !inputOf([name]));
    const isPlaced = names.length > 0 && others.length === 0;
    const sentences = [failureText(failed), ...others.map((name) => found[name])];
    setErrors(found as FieldErrors<Field>);
    setOutcome({ error: failed, failure: isPlaced ? undefined : sentences.join(' ') });
    if (options.focusesRejected) inputOf(names)?.focus();
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    attempted.current = true;
    const data = new FormData(event.currentTarget);
    const wrong: FieldErrors<Field> = check?.(data) ?? {};
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) {
      setOutcome(({ error: last }) => (last ? { error: last } : {}));
      inputOf(Object.keys(wrong))?.focus();
      return;
    }
    sending.current = true;
    setOutcome({ busy: true });
    try {
      await send(data);
      setOutcome({});
    } catch (failed) {
      rejected(failed as Error);
    } finally {
      sending.current = false;
    }
  };

  /** The events of the fields bubble up to the form. */
  const listeners = options.rechecks && {
    onChange: ({ target }: FormEvent<HTMLFormElement>) => {
      const name = nameOf(target);
      if (name) setErrors(({ [name as Field]: _gone, ...others }) => others as FieldErrors<Field>);
    },
    onBlur: ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
      const name = nameOf(target);
      if (!name || !attempted.current) return;
      afterPress(() => {
        const found = check?.(new FormData(currentTarget))[name as Field];
        if (found) setErrors((current) => ({ ...current, [name]: found }));
      });
    },
  };
  return {
    form: { ref, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event), ...listeners },
    errors,
    /** The error of the last request. */
    error,
    /** Its sentence, where no field has one. */
    failure,
    busy: Boolean(busy),
  };
}

const nameOf = (target: EventTarget) => (target instanceof HTMLInputElement ? target.name : '');
