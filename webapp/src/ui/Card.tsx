// The only container that groups related content.
import type { HTMLAttributes } from 'react';
import styles from './Card.module.css';
import { cx } from './cx.ts';

interface CardProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'div' | 'article' | 'section' | 'li';
  /** One part below the other, with `--space-1` to `--space-5` between them. */
  readonly gap?: 1 | 2 | 3 | 4 | 5;
}

export function Card({ as: Tag = 'div', gap, className, ...rest }: CardProps) {
  return <Tag {...rest} data-gap={gap} className={cx(styles.card, className)} />;
}
