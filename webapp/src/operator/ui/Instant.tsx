// An instant on Amsterdam's clock.
import { formatInstant } from './instants.ts';

export function Instant({ at, className }: { readonly at: string; readonly className?: string | undefined }) {
  return (
    <time dateTime={at} className={className}>
      {formatInstant(at)}
    </time>
  );
}
