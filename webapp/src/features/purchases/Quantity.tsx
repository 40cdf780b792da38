// How many: a list to choose from, between buttons for one less and one more.
import { Button, Select } from '@/ui';
import styles from './Purchase.module.css';

interface QuantityProps {
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

export function Quantity({ value, max, onChange }: QuantityProps) {
  return (
    <div className={styles.quantity}>
      <Button
        variant="secondary"
        className={styles.step ?? ''}
        aria-label="een minder"
        disabled={value <= 1}
        onClick={() => onChange(value - 1)}
      >
        <span aria-hidden>−</span>
      </Button>
      <Select
        label="Aantal"
        className={styles.select}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {Array.from({ length: max }, (_, index) => (
          <option key={index} value={index + 1}>
            {index + 1}
          </option>
        ))}
      </Select>
      <Button
        variant="secondary"
        className={styles.step ?? ''}
        aria-label="een meer"
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <span aria-hidden>+</span>
      </Button>
    </div>
  );
}
