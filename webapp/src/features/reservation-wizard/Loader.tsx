import { Stack } from '@/ui';
import styles from './Loader.module.css';

/** An animation of a ball that rolls to the hole, while the wizard is loading. */
export function Loader({ text = 'We leggen de bal klaar…' }: { readonly text?: string }) {
  return (
    <Stack role="status" gap={3} className={styles.loader}>
      <svg viewBox="0 0 240 90" aria-hidden="true" className={styles.scene}>
        <path className={styles.ground} d="M8 70 C 80 52 160 60 232 64" />
        <path className={styles.pole} d="M204 62V16" />
        <path className={styles.flag} d="M205 16l24 9-24 9z" />
        <circle className={styles.ball} cx="0" cy="0" r="6" />
      </svg>
      <p>{text}</p>
    </Stack>
  );
}
