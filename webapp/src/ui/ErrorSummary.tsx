// All errors of a form in one list. It takes the focus when it appears, and each line is a link to its field.
import { useEffect, useRef } from 'react';
import { CircleAlert } from 'lucide-react';
import styles from './Alert.module.css';
import { cx } from './cx.ts';

export interface FieldProblem {
  /** The id of the field's control. */
  readonly field: string;
  readonly label: string;
  readonly error: string;
}

/** The control itself, or the first one of a group. */
function focusField(id: string): void {
  const target = document.getElementById(id);
  const control = target?.matches('input, select, textarea') ? target : target?.querySelector('input');
  control?.focus();
}

interface ErrorSummaryProps {
  readonly title: string;
  readonly problems: readonly FieldProblem[];
}

export function ErrorSummary({ title, problems }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div role="alert" ref={box} tabIndex={-1} className={cx(styles.box, styles.alert)}>
      <CircleAlert aria-hidden size={22} />
      <div className={styles.text}>
        <p>{title}</p>
        <ul>
          {problems.map(({ field, label, error }) => (
            <li key={field}>
              <a
                className={styles.jump}
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(field);
                }}
              >
                {label}: {error}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
