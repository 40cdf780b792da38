// The end of the list: a button for the next page, or the sentence that there is none.
import { useLayoutEffect, useRef } from 'react';
import { Button } from '@/ui';

interface MoreProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

export function More({ query }: MoreProps) {
  const { hasNextPage: hasMore } = query;
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
          void query.fetchNextPage();
        }}
        busyText={query.isFetchingNextPage && 'loading…'}
      >
        {query.isFetchNextPageError ? 'Try again to load more' : 'Load more'}
      </Button>
    </div>
  );
}
