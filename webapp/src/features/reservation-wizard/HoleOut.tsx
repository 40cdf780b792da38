// The landscape of a ticket that was just booked: the ball rolls into the hole, once. With reduced motion it is in.
import { cx } from '@/ui';
import { Landscape } from '@/ui/Landscape.tsx';
import styles from './HoleOut.module.css';

export function HoleOut({ className }: { readonly className?: string | undefined }) {
  return (
    <div className={cx(styles.scene, className)}>
      <Landscape className={styles.drawing} />
      {/* The same box as that of the landscape. */}
      <svg viewBox="0 0 1440 320" preserveAspectRatio="xMidYMax slice" aria-hidden className={styles.drawing}>
        <ellipse className={styles.hole} cx="1030" cy="231" rx="15" ry="5" />
        <circle className={styles.ball} r="13" />
      </svg>
    </div>
  );
}
