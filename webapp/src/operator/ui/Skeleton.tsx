// A placeholder while data is loading; the members' one says so in Dutch.
import { cx } from '@/ui/cx.ts';
import styles from '@/ui/Skeleton.module.css';

interface SkeletonProps {
  /** CSS height of one block. */
  readonly height: string;
  readonly count?: number;
  readonly className?: string | undefined;
}

export function Skeleton({ height, count = 1, className }: SkeletonProps) {
  return (
    <div className={cx(styles.stack, className)} aria-busy="true">
      <span className="visually-hidden">Loading.</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.block} style={{ height }} aria-hidden />
      ))}
    </div>
  );
}
