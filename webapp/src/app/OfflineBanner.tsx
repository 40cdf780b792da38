// Shown without a network. Fetched data stays visible; booking is not possible. Part of the first load: a start without a
// network would move the screen when it came later.
import { useEffect } from 'react';
import { announce, useOnline } from '@/ui';
import { CircleIcon, EXCLAMATION } from '@/ui/CircleIcon.tsx';
import styles from './Shell.module.css';

const TEXT = 'Je bent offline. Reserveren kan weer zodra je verbinding hebt.';

export function OfflineBanner() {
  const online = useOnline();
  useEffect(() => {
    if (!online) announce(TEXT);
  }, [online]);
  if (online) return null;
  return (
    <p className={styles.offline} role="status" aria-live="off">
      <CircleIcon mark={EXCLAMATION} size={20} />
      {TEXT}
    </p>
  );
}
