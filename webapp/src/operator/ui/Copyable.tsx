// A text that an operator takes elsewhere, such as an id or a telephone number, with a small button that copies it.
import styles from './Copyable.module.css';
import { useCopy } from './useCopy.ts';

interface CopyableProps {
  readonly text: string;
  /** Its name, such as `the e-mail address`: read aloud, not shown. */
  readonly what: string;
}

export function Copyable({ text, what }: CopyableProps) {
  const { isCopied, Icon, copy } = useCopy(
    text,
    'The browser did not allow copying. Select the text instead.',
  );
  return (
    <span className={styles.copyable}>
      <span>{text}</span>
      <button
        type="button"
        className={styles.copy}
        aria-label={`${isCopied ? 'Copied' : 'Copy'} ${what}`}
        onClick={copy}
      >
        <Icon aria-hidden size={16} />
      </button>
    </span>
  );
}
