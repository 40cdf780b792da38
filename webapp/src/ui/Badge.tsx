// A short text on a coloured background. The text alone has the meaning, so that no colour is needed to read it.
import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { cx } from './cx.ts';

interface BadgeProps {
  readonly tone?: 'green' | 'sand' | 'danger';
  readonly children: ReactNode;
}

export function Badge({ tone = 'green', children }: BadgeProps) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>;
}
