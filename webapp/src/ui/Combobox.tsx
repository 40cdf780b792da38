// A text field with suggestions, after the ARIA combobox pattern: arrows move through the list while the focus
// stays in the field, Enter picks the active option, Escape closes the list.
import {
  useEffect,
  useId,
  useRef,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import styles from './Combobox.module.css';
import { cx } from './cx.ts';
import fieldStyles from './Field.module.css';
import { Stack } from './layout.tsx';

/** So that a press on a suggestion is handled before the list is hidden. */
const HIDE_DELAY_MS = 10;
const QUIET = 'quiet';

/** Returns the focus to the field without opening the list. */
export function focusWithoutOpening(field: HTMLInputElement | null): void {
  if (!field) return;
  field.dataset[QUIET] = 'true';
  field.focus();
  delete field.dataset[QUIET];
}

export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  /** One line below the label. */
  readonly detail?: string;
  /** Before the label. */
  readonly initial?: string;
}

interface ComboboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'list'> {
  readonly label: string;
  readonly listLabel: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly ComboboxOption[];
  readonly onPick: (option: ComboboxOption) => void;
  readonly error?: string | undefined;
  /** At the right of the field; the list is as wide as both. */
  readonly action?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function Combobox(props: ComboboxProps) {
  const { label, listLabel, value, onChange, options, onPick, error, action, className, ...input } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const hideTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = open && options.length > 0;
  const marked = shown ? options[active] : undefined;
  const list = useRef<HTMLUListElement>(null);

  // The field may be low on the screen.
  useEffect(() => {
    if (shown) list.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  const show = () => {
    clearTimeout(hideTimer.current);
    setOpen(true);
  };
  const hide = () => {
    setOpen(false);
    setActive(-1);
  };
  const pick = (option: ComboboxOption) => {
    hide();
    onPick(option);
  };
  const move = (to: number) => {
    show();
    setActive((to + options.length) % options.length);
    document
      .getElementById(`${id}-${(to + options.length) % options.length}`)
      ?.scrollIntoView({ block: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      if (event.altKey) show();
      else if (options.length > 0) move(shown ? active + 1 : 0);
      else {
        // They may still be loading: the first is marked when they come.
        show();
        setActive(0);
      }
    } else if (event.key === 'ArrowUp' && options.length > 0) {
      event.preventDefault();
      if (event.altKey) hide();
      else move(shown && active > 0 ? active - 1 : options.length - 1);
    } else if (event.key === 'Enter' && marked) {
      event.preventDefault();
      pick(marked);
    } else if (event.key === 'Enter') {
      hide();
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault();
      hide();
    } else if (event.key === 'Escape' && value) {
      onChange('');
    }
  };

  return (
    <div className={cx(fieldStyles.field, className)}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          {...input}
          id={id}
          role="combobox"
          className={cx(fieldStyles.input, styles.input)}
          autoComplete="off"
          value={value}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? `${id}-list` : undefined}
          aria-activedescendant={marked ? `${id}-${active}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            onChange(event.target.value);
            setActive(-1);
            show();
          }}
          onFocus={(event) => {
            if (!event.currentTarget.dataset[QUIET]) show();
          }}
          onClick={show}
          onBlur={() => {
            hideTimer.current = setTimeout(hide, HIDE_DELAY_MS);
          }}
          onKeyDown={onKeyDown}
        />
        {action}
        {shown ? (
          <ul ref={list} role="listbox" id={`${id}-list`} aria-label={listLabel} className={styles.list}>
            {options.map((option, index) => (
              <li
                key={option.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={styles.option}
                // The field must retain the focus: otherwise a phone closes its keyboard.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(option)}
              >
                {option.initial ? (
                  <span className="initial" aria-hidden>
                    {option.initial}
                  </span>
                ) : null}
                <Stack as="span">
                  <span className="strong">{option.label}</span>
                  {option.detail ? (
                    <span className={styles.detail} title={option.detail}>
                      {option.detail}
                    </span>
                  ) : null}
                </Stack>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {error ? (
        <p role="alert" className="danger strong" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
