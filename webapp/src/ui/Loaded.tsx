// Shows a query: a skeleton while it loads, a failure with a button to retry, the data (with the time of the last
// update when they may be old), or a text for an empty list.
import type { ReactNode } from 'react';
import { Freshness } from './Freshness.tsx';
import { LoadFailure } from './LoadFailure.tsx';

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly dataUpdatedAt: number;
    readonly isFetching: boolean;
    readonly isFetchNextPageError?: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly skeleton: ReactNode;
  /** One paragraph each. */
  readonly failure: (error: Error) => readonly string[];
  /** Beside the button of a failure: where else to go. */
  readonly failureLink?: ReactNode;
  /** Instead of the children when the data is an empty list. */
  readonly empty?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, skeleton, failure, failureLink, empty, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) {
    const isEmpty = empty && Array.isArray(data) && data.length === 0;
    return <Freshness query={query}>{isEmpty ? empty : children(data)}</Freshness>;
  }
  if (!error) return skeleton;
  return (
    <LoadFailure
      sentences={failure(error)}
      link={failureLink}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
