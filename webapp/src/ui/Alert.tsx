// Messages. A screen reader announces an `Alert` (an error) at once, and a `Status` (a success or a state) politely.
// A `Notice` is part of the page and is not announced by itself.
import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Alert.module.css';
import { cx } from './cx.ts';

const message = (role: 'alert' | 'status' | undefined, style: string | undefined, Icon: LucideIcon) =>
  function Message({ children }: { readonly children: ReactNode }) {
    return (
      <div role={role} className={cx(styles.box, style)}>
        <Icon aria-hidden size={22} />
        <div className={styles.text}>{children}</div>
      </div>
    );
  };

export const Alert = message('alert', styles.alert, CircleAlert);
export const Status = message('status', styles.status, CircleCheck);
export const Notice = message(undefined, styles.notice, Info);
