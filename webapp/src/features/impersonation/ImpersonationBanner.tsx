// Stands above every screen while an operator looks on as a member, so that nobody forgets whose portal this is.
import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import styles from './ImpersonationBanner.module.css';

export function ImpersonationBanner({ name }: { readonly name: string }) {
  return (
    <aside className={styles.banner} aria-label="Meekijken">
      <Eye aria-hidden size={20} />
      <span>
        Je bekijkt het portaal als <strong>{name}</strong>. Alles wat je doet, wordt vastgelegd.
      </span>
      <Link to="/auth/logout" preload={false} className={styles.stop}>
        stoppen
      </Link>
    </aside>
  );
}
