// Shows a query: a skeleton while it loads, a failure with a button to retry, the data, or a text for an empty list.
// Data that may be old say so: with the time of the last update, else with the failure above them.
import type { ReactNode } from 'react';
import { Freshness } from './Freshness.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { Skeleton } from './Skeleton.tsx';
import { texts } from './texts.ts';

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly dataUpdatedAt: number;
    readonly isFetching: boolean;
    readonly isFetchNextPageError?: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly skeleton?: ReactNode;
  /** One paragraph each. */
  readonly failure?: (error: Error) => readonly string[];
  /** Beside the button of a failure: where else to go. */
  readonly failureLink?: ReactNode;
  /** Instead of the children when the data is an empty list. */
  readonly empty?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, skeleton, failure, failureLink, empty, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  const alert = error ? (
    <LoadFailure
      sentences={failure?.(error) ?? [texts().failure(error)]}
      link={failureLink}
      retrying={isFetching}
      onRetry={isFinal(error) ? undefined : () => void refetch()}
    />
  ) : null;
  if (data === undefined) return alert ?? skeleton ?? <Skeleton height="3.5rem" count={4} />;
  const isEmpty = empty !== undefined && Array.isArray(data) && data.length === 0;
  const shown = isEmpty ? empty : children(data);
  if (texts().updated) return <Freshness query={query}>{shown}</Freshness>;
  return (
    <>
      {alert}
      {shown}
    </>
  );
}

/** What does not exist, or is not allowed, is no better a moment later. */
const isFinal = (error: Error) => 'status' in error && (error.status === 404 || error.status === 403);
