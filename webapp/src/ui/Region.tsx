// A section of a screen with its own heading, which a screen reader can move to.
import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Region.module.css';

interface RegionProps {
  readonly title: string;
  /** Beside the heading, outside its accessible name. */
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Region({ title, aside, className, children }: RegionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx(styles.region, className)}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
