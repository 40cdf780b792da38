// The logo and the name.
import styles from './Brand.module.css';

export function Brand() {
  return (
    <span className={styles.brand}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <path d="M12 4v21" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        <path d="M13.2 4.6l11.3 4.5-11.3 4.6z" fill="#f0643c" />
        <path
          d="M3 27.2c4.4-3.2 16.600-4.400 26-.6"
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinecap="round"
          fill="none"
        />
      </svg>
      Fairway
    </span>
  );
}
