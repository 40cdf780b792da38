// A list within an item, such as questions: its entries can be added, moved and taken out.
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { Button, Stack } from '@/ui';
import styles from './ContentForm.module.css';
import type { ListFieldSpec } from './fields.ts';
import { FieldView } from './FieldView.tsx';
import { PhotoUpload } from './PhotoUpload.tsx';
import { idOf } from './problems.ts';
import { toValues, type Values } from './values.ts';

interface ListFieldProps {
  readonly field: ListFieldSpec;
  readonly path: string;
  readonly value: readonly Values[];
  readonly errors: Readonly<Record<string, string>>;
  readonly isNew: boolean;
  readonly onChange: (value: readonly Values[]) => void;
}

export function ListField({ field, path, value, errors, isNew, onChange }: ListFieldProps) {
  const { label, fields, one, empty } = field;
  const error = errors[path];
  const move = (index: number, to: number) => {
    const moved = value[index];
    if (moved) onChange(value.toSpliced(index, 1).toSpliced(to, 0, moved));
  };
  return (
    <Stack as="fieldset" id={idOf(path)} gap={3}>
      <legend className="strong">{label}</legend>
      {value.length === 0 ? <p className="soft">None.</p> : null}
      <Stack as="ol" gap={3}>
        {value.map((entry, index) => {
          const name = `${one} ${index + 1}`;
          const at = `${path}[${index}]`;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- every control is controlled: an entry has no state
            <Stack as="li" key={index} gap={3} className={styles.entry}>
              <Stack gap={5} className={styles.entryFields}>
                {fields.map((inner) => (
                  <div key={inner.name} className={inner.isHalf ? styles.half : undefined}>
                    <FieldView
                      field={inner}
                      path={`${at}.${inner.name}`}
                      value={entry[inner.name] ?? ''}
                      errors={errors}
                      isNew={isNew}
                      onChange={(changed) => onChange(value.with(index, { ...entry, [inner.name]: changed }))}
                    />
                  </div>
                ))}
              </Stack>
              {errors[at] ? <p className="danger strong">{errors[at]}</p> : null}
              <div className={styles.choice}>
                <Button
                  variant="secondary"
                  aria-label={`Move ${name} up`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp aria-hidden size={18} />
                </Button>
                <Button
                  variant="secondary"
                  aria-label={`Move ${name} down`}
                  disabled={index === value.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown aria-hidden size={18} />
                </Button>
                <Button
                  variant="secondary"
                  aria-label={`Take ${name} out`}
                  onClick={() => onChange(value.toSpliced(index, 1))}
                >
                  <X aria-hidden size={18} />
                </Button>
              </div>
            </Stack>
          );
        })}
      </Stack>
      {error ? <p className="danger strong">{error}</p> : null}
      {field.name === 'photos' ? (
        <PhotoUpload
          onAdd={(files) => onChange([...value, ...files.map((file) => toValues(fields, { file, alt: '' }))])}
        />
      ) : null}
      {empty ? (
        <div>
          <Button variant="secondary" onClick={() => onChange([...value, toValues(fields, empty)])}>
            <Plus aria-hidden size={18} />
            Add a {one}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
