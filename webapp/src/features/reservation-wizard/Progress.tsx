// How far the wizard is: the finished steps in green, the ball at the current one, and the flag at the end. The text
// beside it says the same.
import type { Step } from '@/features/draft/steps.ts';
import styles from './Progress.module.css';

export function Progress({ steps, current }: { readonly steps: readonly Step[]; readonly current: Step }) {
  const index = steps.indexOf(current);
  return (
    <span className={styles.course} aria-hidden>
      {steps.map((step, position) => (
        <span
          key={step}
          className={styles.step}
          data-done={position < index || undefined}
          data-current={position === index || undefined}
        />
      ))}
      <svg viewBox="0 0 14 20" className={styles.flag}>
        <path className={styles.pole} d="M2 19V2" />
        <path className={styles.cloth} d="M3 2l10 4-10 4z" />
      </svg>
    </span>
  );
}
