// The end of the list: it asks for more when it comes into view, and is a button for whoever does not scroll.
// After a failure only the button asks, so that a broken network is not asked over and over.
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '@/ui/Button.tsx';
import styles from './HistoryScreen.module.css';

interface Props {
  readonly hasMore: boolean;
  readonly failed: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
}

export function MoreRounds({ hasMore, failed, busy, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const waiting = hasMore && !failed && !busy;
  const more = useEffectEvent(onMore);

  useEffect(() => {
    if (!waiting || !end.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more();
      },
      { rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [waiting]);

  return (
    <div ref={end} className={styles.end}>
      {hasMore ? (
        <Button look="secondary" onClick={onMore} busyText={busy && 'bezig…'}>
          {failed ? 'opnieuw proberen' : 'meer rondes'}
        </Button>
      ) : (
        <p>Dit zijn al je rondes.</p>
      )}
    </div>
  );
}
