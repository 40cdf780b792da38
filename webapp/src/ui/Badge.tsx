// A short word on a coloured background. The word has the meaning, the colour only helps.
import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { cx } from './cx.ts';

interface BadgeProps {
  readonly tone?: 'green' | 'sand' | 'flag';
  readonly children: ReactNode;
}

export function Badge({ tone = 'green', children }: BadgeProps) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>;
}
