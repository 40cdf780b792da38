// Chooses a moment of a subject: a slider over its events, or a date and time. While the slider is dragged nothing is
// asked of the server: only when it rests.
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button, Row, Stack } from '@/ui';
import { asTypedInstant, DateField } from '../../ui/index.ts';
import styles from './TimeTravel.module.css';

const REST_MS = 250;

interface MomentPickerProps {
  /** Names the two controls, such as `Show the state` and `Compare with`. */
  readonly label: string;
  /** Undefined where the asked moment is none of the subject's. */
  readonly sequence: number | undefined;
  readonly of: number;
  readonly instant: string;
  readonly error: string | undefined;
  readonly onSequence: (sequence: number) => void;
  /** `2026-11-25T09:00`, on Amsterdam's clock. */
  readonly onInstant: (instant: string) => void;
}

export function MomentPicker(props: MomentPickerProps) {
  const { label, sequence, of, instant, error, onSequence, onInstant } = props;
  const timer = useRef<number>(undefined);
  const [dragged, setDragged] = useState<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const drag = (value: number) => {
    setDragged(value);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setDragged(undefined);
      onSequence(value);
    }, REST_MS);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get('instant') ?? '');
    if (value.trim()) onInstant(value.trim().replace(' ', 'T'));
  };

  const value = dragged ?? sequence;
  return (
    <Stack gap={2} className="full" role="group" aria-label={label}>
      <label className={styles.slider}>
        <Row as="span" gap={3} lineGap={0} between className="strong">
          <span>{label}</span>{' '}
          {value === undefined ? null : (
            <span className={styles.count}>
              after event {value} of {of}
            </span>
          )}
        </Row>
        <input
          type="range"
          min={Math.min(1, of)}
          max={of}
          value={value ?? of}
          disabled={of < 2}
          aria-valuetext={value === undefined ? 'at no event' : `after event ${value} of ${of}`}
          onChange={(event) => drag(event.target.valueAsNumber)}
        />
      </label>
      {/* Another moment makes another field: what was typed belongs to the former one. */}
      <Row
        as="form"
        key={instant}
        gap={2}
        align="end"
        className={styles.instant}
        onSubmit={submit}
        noValidate
      >
        <DateField
          hasTime
          label="Date and time (Amsterdam)"
          name="instant"
          defaultValue={asTypedInstant(instant)}
          error={error}
        />
        <Button type="submit" variant="secondary">
          Show
        </Button>
      </Row>
    </Stack>
  );
}
