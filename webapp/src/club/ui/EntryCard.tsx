// The card of the screens before a log-in.
import type { ReactNode } from 'react';
import { Card } from '@/ui';
import styles from './EntryCard.module.css';

export function EntryCard({ children }: { readonly children: ReactNode }) {
  return <Card className={styles.card}>{children}</Card>;
}
