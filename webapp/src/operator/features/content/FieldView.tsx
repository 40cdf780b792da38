// One field of the form, by its type. A list of entries is a `ListField`.
import type { InputHTMLAttributes } from 'react';
import { Checkbox, Field, Stack, TextField, cx } from '@/ui';
import input from '@/ui/Field.module.css';
import styles from './ContentForm.module.css';
import type { PlainField } from './fields.ts';
import { HtmlField } from './HtmlField.tsx';
import { DateField } from '../../ui/index.ts';
import { idOf } from './problems.ts';
import type { Value } from './values.ts';

export interface FieldViewProps {
  readonly field: PlainField;
  /** Where the field is in the row, as the server names it. */
  readonly path: string;
  readonly value: Value;
  readonly errors: Readonly<Record<string, string>>;
  /** A name is set once. */
  readonly isNew: boolean;
  readonly onChange: (value: Value) => void;
}

type Attributes = InputHTMLAttributes<HTMLInputElement>;

export function FieldView(props: FieldViewProps) {
  const { field, path, value, errors, isNew, onChange } = props;
  const { label, hint, type } = field;
  const id = idOf(path);
  const error = errors[path];
  const line = (attributes: Attributes) => (
    <TextField
      {...attributes}
      id={id}
      label={label}
      hint={hint}
      error={error}
      autoComplete="off"
      value={String(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );

  switch (type) {
    case 'name':
      return line({ readOnly: !isNew, autoCapitalize: 'none', spellCheck: false });
    case 'fixed':
      return line({ readOnly: true });
    case 'date':
      return (
        <DateField
          id={id}
          label={label}
          hint={hint}
          error={error}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'euros':
    case 'number':
      return line({ inputMode: 'decimal' });
    case 'text':
      return line({});
    case 'checkbox':
      return (
        <div>
          <Checkbox
            label={label}
            id={id}
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
          {error ? <p className="danger strong">{error}</p> : null}
        </div>
      );
    case 'choices':
      return <Choices {...props} options={field.options} />;
    case 'html':
      return (
        <HtmlField
          id={id}
          label={label}
          hint={hint}
          error={error}
          value={String(value)}
          onChange={onChange}
        />
      );
    default:
      return (
        <Field id={id} label={label} hint={hint} error={error}>
          {(attributes) => (
            <textarea
              {...attributes}
              rows={4}
              value={String(value)}
              onChange={(event) => onChange(event.target.value)}
              className={cx(input.input, styles.text)}
            />
          )}
        </Field>
      );
  }
}

interface ChoicesProps extends FieldViewProps {
  readonly options: readonly (readonly [value: string | number, label: string])[];
}

function Choices({ field, path, value, errors, options, onChange }: ChoicesProps) {
  const chosen = value as readonly (string | number)[];
  const error = errors[path];
  return (
    <Stack as="fieldset" id={idOf(path)} gap={3} aria-describedby={error ? `${idOf(path)}-error` : undefined}>
      <legend className="strong">{field.label}</legend>
      <div className={styles.choices}>
        {options.map(([option, label]) => (
          <Checkbox
            key={option}
            label={label}
            checked={chosen.includes(option)}
            onChange={({ target }) =>
              // In the order of the options, whatever was pressed first.
              onChange(
                options
                  .map(([one]) => one)
                  .filter((one) => (one === option ? target.checked : chosen.includes(one))),
              )
            }
          />
        ))}
      </div>
      {error ? (
        <p id={`${idOf(path)}-error`} className="danger strong">
          {error}
        </p>
      ) : null}
    </Stack>
  );
}
