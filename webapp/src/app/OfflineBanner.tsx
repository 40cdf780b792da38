// Shown without a network. Fetched data stays visible; booking is not possible.
import { WifiOff } from 'lucide-react';
import { useOnline } from '@/ui/useOnline.ts';
import styles from './Shell.module.css';

export function OfflineBanner() {
  const online = useOnline();
  if (online) return null;
  return (
    <p className={styles.offline} role="status">
      <WifiOff aria-hidden size={20} />
      Je bent offline. Je ziet de laatst opgehaalde gegevens; reserveren kan weer zodra je verbinding hebt.
    </p>
  );
}
