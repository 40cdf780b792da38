// Shown when there is no data, with the next action.
import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Landscape } from './Landscape.tsx';

interface EmptyStateProps {
  readonly title: string;
  /** A sentence and the next action. */
  readonly children?: ReactNode;
}

export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children}
      <Landscape className={styles.landscape} />
    </div>
  );
}
