// What this device has not sent yet, on every screen: quiet while all is well, loud when somebody has to do something.
import { Check, CloudOff, RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useSessionIfAny } from '@/club/api/session.ts';
import { announce } from '@/ui/announce.ts';
import { Button } from '@/ui/Button.tsx';
import { cx } from '@/ui/cx.ts';
import { useServerReached } from '@/ui/serverContact.ts';
import { useOnline } from '@/ui/useOnline.ts';
import styles from './QueueState.module.css';
import { showQueue, startQueue, syncNow, useQueue } from './queue.ts';
import { alarmOf, quietOf, shortOf } from './queueText.ts';

export function QueueState() {
  const session = useSessionIfAny();
  const club = session && session.role !== 'treasurer' ? session.club_id : undefined;
  useEffect(() => (club === undefined ? showQueue() : startQueue(club)), [club]);
  const queue = useQueue();
  const [hasNetwork, isReached] = [useOnline(), useServerReached()];
  const isOnline = hasNetwork && isReached;
  const alarm = alarmOf(queue);
  useEffect(() => {
    if (alarm) announce(alarm);
  }, [alarm]);
  if (club === undefined && !alarm) return null;
  const Icon = alarm ? TriangleAlert : !isOnline ? CloudOff : queue.waiting > 0 ? RefreshCw : Check;
  return (
    <div className={cx(styles.state, alarm && styles.loud)}>
      <Icon aria-hidden size={20} />
      <p className={alarm ? undefined : styles.long}>{alarm ?? quietOf(queue, isOnline)}</p>
      {alarm ? null : (
        <p aria-hidden className={styles.short}>
          {shortOf(queue, isOnline)}
        </p>
      )}
      {alarm && !queue.needsLogIn ? (
        <Button variant="secondary" busyText={queue.isSending && 'bezig…'} onClick={() => void syncNow()}>
          opnieuw proberen
        </Button>
      ) : null}
    </div>
  );
}
