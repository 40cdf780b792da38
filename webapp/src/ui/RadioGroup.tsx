// Native radios in a fieldset, drawn as large tiles. The group's name can be
// hidden where the page's heading already asks the question.
import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './RadioGroup.module.css';

export interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly detail?: ReactNode;
  /** Decoration, such as the logo of a payment method. */
  readonly image?: ReactNode;
  readonly disabled?: boolean;
}

interface RadioGroupProps<Value extends string> {
  readonly legend: string;
  readonly hideLegend?: boolean;
  readonly options: readonly RadioOption<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly error?: string | undefined;
  /** As many columns as fit, or always two for short labels. */
  readonly columns?: boolean | 'pairs';
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset
      role="radiogroup"
      aria-labelledby={`${name}-legend`}
      aria-describedby={props.error ? `${name}-error` : undefined}
    >
      <legend id={`${name}-legend`} className={props.hideLegend ? 'visually-hidden' : styles.legend}>
        {props.legend}
      </legend>
      <div
        className={cx(
          styles.options,
          props.columns && (props.columns === 'pairs' ? styles.pairs : styles.columns),
        )}
      >
        {props.options.map((option) => (
          <label key={option.value} className={cx(styles.option, option.disabled && styles.disabled)}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={option.value}
              checked={props.value === option.value}
              disabled={option.disabled}
              onChange={() => props.onChange(option.value)}
            />
            <span className={styles.text}>
              <span className="strong">{option.label}</span>
              {option.detail ? <span className="soft small">{option.detail}</span> : null}
            </span>
            {option.image ? <span className={styles.image}>{option.image}</span> : null}
          </label>
        ))}
      </div>
      {props.error ? (
        <p className={styles.error} id={`${name}-error`}>
          {props.error}
        </p>
      ) : null}
    </fieldset>
  );
}
