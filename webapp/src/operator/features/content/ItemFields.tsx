// The fields of an item, short ones side by side where there is room; a club's place also on a map.
import { Fragment } from 'react';
import { FieldView } from './FieldView.tsx';
import type { FieldSpec } from './fields.ts';
import styles from './ContentForm.module.css';
import { ListField } from './ListField.tsx';
import { PlaceOnMap } from './PlaceOnMap.tsx';
import type { Value, Values } from './values.ts';

interface ItemFieldsProps {
  readonly fields: readonly FieldSpec[];
  readonly values: Values;
  readonly errors: Readonly<Record<string, string>>;
  readonly isNew: boolean;
  readonly onChange: (changed: Values) => void;
}

export function ItemFields({ fields, values, errors, isNew, onChange }: ItemFieldsProps) {
  return (
    <div className={styles.fields}>
      {fields.map((field) => {
        const shared = { path: field.name, errors, isNew };
        const value = values[field.name] ?? '';
        const change = (changed: Value) => onChange({ [field.name]: changed });
        return (
          <Fragment key={field.name}>
            <div className={field.isHalf ? styles.half : undefined}>
              {field.type === 'list' ? (
                <ListField {...shared} field={field} value={value as readonly Values[]} onChange={change} />
              ) : (
                <FieldView {...shared} field={field} value={value} onChange={change} />
              )}
            </div>
            {field.name === 'lon' ? (
              <PlaceOnMap
                lat={values['lat']}
                lon={value}
                onMove={(lat, lon) => onChange({ lat: lat.toFixed(5), lon: lon.toFixed(5) })}
              />
            ) : null}
          </Fragment>
        );
      })}
    </div>
  );
}
