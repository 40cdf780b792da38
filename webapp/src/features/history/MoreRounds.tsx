// The end of the list: it fetches more when it comes into view, and has a button for members who do not scroll.
// After a failure only the button fetches, so that a broken network does not cause endless requests.
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Button } from '@/ui';
import styles from './HistoryScreen.module.css';

interface Props {
  readonly hasMore: boolean;
  readonly failed: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
}

export function MoreRounds({ hasMore, failed, busy, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const lastSentence = useRef<HTMLParagraphElement>(null);
  const buttonHasFocus = useRef(false);
  const canFetch = hasMore && !failed && !busy;
  const fetchMore = useEffectEvent(onMore);

  useEffect(() => {
    if (!canFetch || !end.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) fetchMore();
      },
      { rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [canFetch]);

  // The last page removes the button: a keyboard user continues at the sentence in its place.
  useLayoutEffect(() => {
    if (!hasMore && buttonHasFocus.current) lastSentence.current?.focus();
  }, [hasMore]);

  return (
    <div ref={end} className={styles.end}>
      {hasMore ? (
        <Button
          variant="secondary"
          onClick={onMore}
          onFocus={() => (buttonHasFocus.current = true)}
          onBlur={() => (buttonHasFocus.current = false)}
          busyText={busy && 'bezig…'}
        >
          {failed ? 'opnieuw proberen' : 'meer rondes'}
        </Button>
      ) : (
        <p ref={lastSentence} tabIndex={-1}>
          Dit zijn al je rondes.
        </p>
      )}
    </div>
  );
}
