// Says once, below the screen, that it shows less than the server sent: a part could not be read by this version.
import { useUnreadable } from '@/api/unreadable.ts';
import { Notice } from '@/ui';
import styles from './Shell.module.css';

export function UnreadableNote() {
  if (!useUnreadable()) return null;
  return (
    <div className={styles.unreadable}>
      <Notice>
        Niet alles op deze pagina kon worden getoond. Vernieuw de pagina om het opnieuw te proberen.
      </Notice>
    </div>
  );
}
