// Messages. An `Alert` is announced at once: something went wrong. A `Status` is announced: it worked, or its state.
// A `Notice` is part of the page and is not announced by itself.
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Alert.module.css';
import { cx } from './cx.ts';

interface Props {
  readonly children: ReactNode;
  readonly className?: string;
}

export function Alert({ children, className }: Props) {
  return (
    <div role="alert" className={cx(styles.box, styles.alert, className)}>
      <CircleAlert aria-hidden size={22} />
      <div className={styles.text}>{children}</div>
    </div>
  );
}

export function Status({ children, className }: Props) {
  return (
    <div role="status" className={cx(styles.box, styles.status, className)}>
      <CircleCheck aria-hidden size={22} />
      <div className={styles.text}>{children}</div>
    </div>
  );
}

export function Notice({ children, className }: Props) {
  return (
    <div className={cx(styles.box, styles.notice, className)}>
      <Info aria-hidden size={22} />
      <div className={styles.text}>{children}</div>
    </div>
  );
}
