// The card of the screens before a log-in, on the same ground as the log-in itself.
import type { ReactNode } from 'react';
import { Landscape } from '@/features/auth/Landscape.tsx';
import { Card } from '@/ui/Card.tsx';
import styles from './Password.module.css';

export function DoorCard({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <Card className={styles.card}>{children}</Card>
      <Landscape />
    </div>
  );
}
