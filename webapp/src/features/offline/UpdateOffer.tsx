import { useEffect, useState } from 'react';
import { Notice, announce, Button } from '@/ui';
import { activateUpdate, useNewerWorker } from '@/ui/appUpdate.ts';
import styles from './UpdateOffer.module.css';

const TEXT = 'Er is een nieuwe versie van Fairway. Je keuzes blijven bewaard.';

/** Offers the new version of the app. The wizard's draft is stored, so it survives the reload. */
export function UpdateOffer() {
  const ready = useNewerWorker() !== null;
  const [renewing, setRenewing] = useState(false);
  useEffect(() => {
    if (ready) announce(TEXT);
  }, [ready]);
  if (!ready) return null;
  return (
    <div role="status" aria-live="off" className={styles.offer}>
      <Notice>
        <p>{TEXT}</p>
        {/* A browser takes up to a second to activate a worker. */}
        <Button
          variant="secondary"
          busyText={renewing && 'bezig…'}
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
