// How much of something is used. The bar ends at its full width, the text does not: 61 of 60 stays 61.
import styles from './ProgressBar.module.css';

interface ProgressBarProps {
  readonly label: string;
  readonly used: number;
  readonly max: number;
}

/** Whole percents, 0..=100. 0 of 0 is 0 %; more than 0 of 0 is 100 %. */
export function percentUsed(used: number, max: number): number {
  if (used <= 0) return 0;
  if (max <= 0) return 100;
  return Math.min(100, Math.round((used / max) * 100));
}

export function ProgressBar({ label, used, max }: ProgressBarProps) {
  const percent = percentUsed(used, max);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${used} / ${max}`}
      className={styles.track}
    >
      <div className={styles.bar} style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
