// An instant on Amsterdam's clock; how long ago it was is shown with the pointer on it.
import { now } from '@/api/clock.ts';
import { formatInstant, formatRelative } from './instants.ts';

export function Instant({ at, className }: { readonly at: string; readonly className?: string | undefined }) {
  return (
    <time dateTime={at} className={className} title={formatRelative(at, now())}>
      {formatInstant(at)}
    </time>
  );
}
