// The end of the list: a button for the next page, or the sentence that there is none.
import { useLayoutEffect, useRef } from 'react';
import { Button } from '@/ui/Button.tsx';

interface MoreActionsProps {
  readonly hasMore: boolean;
  readonly failed: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
}

export function MoreActions({ hasMore, failed, busy, onMore }: MoreActionsProps) {
  const lastSentence = useRef<HTMLParagraphElement>(null);
  const wasPressed = useRef(false);

  // The last page removes the button: a keyboard user continues at the sentence in its place.
  useLayoutEffect(() => {
    if (!hasMore && wasPressed.current) lastSentence.current?.focus();
  }, [hasMore]);

  if (!hasMore) {
    return (
      <p ref={lastSentence} tabIndex={-1}>
        These are all.
      </p>
    );
  }
  return (
    <div>
      <Button
        variant="secondary"
        onClick={() => {
          wasPressed.current = true;
          onMore();
        }}
        busyText={busy && 'loading…'}
      >
        {failed ? 'Try again to load more' : 'Load more'}
      </Button>
    </div>
  );
}
