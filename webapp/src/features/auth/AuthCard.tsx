// The card of the screens before a log-in, above a drawing of a golf course, which is only decoration.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '@/ui';
import { Landscape } from '@/ui/Landscape.tsx';
import styles from './AuthCard.module.css';

export function AuthCard({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <Card className={styles.card}>
        {children}
        <nav aria-label="Hulp" className={styles.help}>
          <Link to="/contact">contact</Link>
          <Link to="/privacy">privacy</Link>
        </nav>
      </Card>
      <Landscape className={styles.landscape} />
    </div>
  );
}
