// Above every screen: that there is no connection, and that there is a newer version.
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { announce, Button, Notice, useOnline } from '@/ui';
import { activateUpdate, useNewerWorker } from '@/ui/appUpdate.ts';
import { CircleIcon, EXCLAMATION } from '@/ui/CircleIcon.tsx';
import { useServerReached } from '@/ui/serverContact.ts';
import { mayOpen, sessionQuery, useSessionIfAny } from '../api/session.ts';
import styles from './Shell.module.css';

const TRY_EVERY_MS = 15_000;

/** Whether the server can be reached. While it cannot, it is asked; then what the screen shows is read again. */
function useReached(): boolean {
  const queryClient = useQueryClient();
  const [online, reached] = [useOnline(), useServerReached()];
  const wasReached = useRef(reached);
  useEffect(() => {
    if (reached && !wasReached.current) queryClient.getQueryCache().onOnline();
    wasReached.current = reached;
    if (reached) return;
    const ask = () => {
      if (navigator.onLine) queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => {});
    };
    const timer = setInterval(ask, TRY_EVERY_MS);
    return () => clearInterval(timer);
  }, [queryClient, reached]);
  return online && reached;
}

export function OfflineNote() {
  const isReached = useReached();
  const session = useSessionIfAny();
  const scans = session !== undefined && mayOpen(session, '/scan');
  const text = scans
    ? 'Geen verbinding. Scannen werkt door; de scans worden verstuurd zodra er verbinding is.'
    : 'Geen verbinding. Controleer het netwerk van dit toestel.';
  useEffect(() => {
    if (!isReached) announce(text);
  }, [isReached, text]);
  // There the header says it, above the answer.
  const isScanning = useLocation({ select: ({ pathname }) => pathname === '/scan' });
  if (isReached || isScanning) return null;
  return (
    <p className={styles.offline} role="status" aria-live="off">
      <CircleIcon mark={EXCLAMATION} size={20} />
      <span>{text}</span>
    </p>
  );
}

const NEWER = 'Er is een nieuwe versie van Fairway receptie. Scans die nog wachten, blijven bewaard.';

export function UpdateNote() {
  const isReady = useNewerWorker() !== null;
  const [isRenewing, setRenewing] = useState(false);
  useEffect(() => {
    if (isReady) announce(NEWER);
  }, [isReady]);
  if (!isReady) return null;
  return (
    <div role="status" aria-live="off" className={styles.update}>
      <Notice>
        <p>{NEWER}</p>
        {/* A browser takes up to a second to activate a worker. */}
        <Button
          variant="secondary"
          busyText={isRenewing && 'bezig…'}
          onClick={() => {
            setRenewing(true);
            activateUpdate();
          }}
        >
          vernieuwen
        </Button>
      </Notice>
    </div>
  );
}
