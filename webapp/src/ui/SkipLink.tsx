// The first link of every page: leads past the menu, without a change of the address.
import styles from './SkipLink.module.css';
import { texts } from './texts.ts';

/** `to` is the id of the main area. */
export function SkipLink({ to }: { readonly to: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(to)?.focus();
      }}
    >
      {texts().skip}
    </a>
  );
}
