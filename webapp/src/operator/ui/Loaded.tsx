// Shows a query: a skeleton while it loads, a failure with a button to retry, a text for an empty list, or the data.
// When old data is shown because a later fetch failed, a line above it says so.
import type { ReactNode } from 'react';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { failureText } from '../api/client.ts';
import { Skeleton } from './Skeleton.tsx';

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly skeleton?: ReactNode;
  /** Beside the button of a failure: where else to go. */
  readonly failureLink?: ReactNode;
  /** Instead of the children when the data is an empty list. */
  readonly empty?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, skeleton, failureLink, empty, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  const failure = error ? (
    <Alert>
      <p>{failureText(error)}</p>
      <Button variant="secondary" onClick={() => void refetch()} busyText={isFetching && 'trying…'}>
        Try again
      </Button>
      {failureLink}
    </Alert>
  ) : null;
  if (data === undefined) return failure ?? skeleton ?? <Skeleton height="3.5rem" count={4} />;
  const isEmpty = empty !== undefined && Array.isArray(data) && data.length === 0;
  return (
    <>
      {failure}
      {isEmpty ? empty : children(data)}
    </>
  );
}
