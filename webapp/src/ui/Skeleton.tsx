// A placeholder while data is loading. It occupies its space at once, so that nothing moves, but is visible only
// after 200 ms, so that it does not flicker before a quick response.
import { cx } from './cx.ts';
import styles from './Skeleton.module.css';
import { texts } from './texts.ts';

interface SkeletonProps {
  /** CSS height of one block. */
  readonly height: string;
  readonly count?: number;
  readonly className?: string | undefined;
}

export function Skeleton({ height, count = 1, className }: SkeletonProps) {
  return (
    <div className={cx(styles.stack, className)} aria-busy="true">
      <span className="visually-hidden">{texts().loading}</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.block} style={{ height }} aria-hidden />
      ))}
    </div>
  );
}
