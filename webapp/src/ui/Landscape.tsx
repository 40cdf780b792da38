// A drawing of a golf course. It is only decoration: behind the log-in, in empty states, on a ticket.
import { cx } from './cx.ts';
import styles from './Landscape.module.css';

export function Landscape({ className }: { readonly className?: string | undefined }) {
  return (
    <svg
      className={cx(styles.landscape, className)}
      viewBox="0 0 1440 320"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path className={styles.far} d="M0 190 C 220 110 420 130 640 170 S 1120 90 1440 150 V320 H0Z" />
      <path className={styles.middle} d="M0 240 C 260 170 520 220 760 226 S 1200 160 1440 214 V320 H0Z" />
      <path className={styles.near} d="M0 286 C 300 226 620 286 900 274 S 1280 232 1440 262 V320 H0Z" />
      <ellipse className={styles.green} cx="1010" cy="231" rx="150" ry="15" />
      <ellipse className={styles.bunker} cx="800" cy="266" rx="62" ry="10" />
      <path className={styles.pole} d="M1030 230V118" />
      <path className={styles.flag} d="M1031.500 118l58 20-58 21z" />
    </svg>
  );
}
