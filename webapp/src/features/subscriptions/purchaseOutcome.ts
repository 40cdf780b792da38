// The outcome that is shown after a member returned from a payment. The flag in the address identifies only the
// purchase; the server reports whether it was paid.
import type { Subscriptions } from '@/api/generated/Subscriptions.ts';

export type Purchase = 'freevoucher' | 'federationregistration';

export interface ReturnFlags {
  readonly ordered?: true;
  readonly federationOrdered?: true;
}

export function purchaseOf({ ordered, federationOrdered }: ReturnFlags): Purchase | null {
  if (ordered) return 'freevoucher';
  return federationOrdered ? 'federationregistration' : null;
}

export type Outcome =
  /** Cancelled: by the member, so that nothing failed. */
  | { readonly kind: 'paid' | 'unpaid' | 'cancelled'; readonly text: string; readonly detail?: string }
  /** Open: the provider has no outcome yet. Unknown: the server could not be reached. */
  | { readonly kind: 'open' | 'unknown' };

const unpaid: Record<Purchase, string> = {
  freevoucher: 'De betaling van je extra vrije voucher is niet geslaagd.',
  federationregistration: 'De betaling van je NGF registratie is niet geslaagd.',
};

const paid: Record<Purchase, string> = {
  freevoucher: 'Je betaling is gelukt. Je voucher staat hieronder.',
  federationregistration: 'Je betaling is gelukt. Je NGF-registratie is geregeld.',
};

const NOTHING_CHARGED = 'Er is niets afgeschreven.';
const details: Readonly<Record<string, string>> = {
  failed: `De betaling is mislukt. ${NOTHING_CHARGED}`,
  canceled: `Je hebt de betaling afgebroken. ${NOTHING_CHARGED}`,
  expired: `De tijd om te betalen is verlopen. ${NOTHING_CHARGED}`,
};

interface Freshness {
  readonly isFetching: boolean;
  /** Whether the data was fetched since this screen opened; a stored offline copy is older. */
  readonly isFresh: boolean;
}

/** Null when there is nothing to show, or not yet. */
export function outcomeOf(
  data: Subscriptions,
  purchase: Purchase | null,
  freshness: Freshness,
): Outcome | null {
  if (purchase && !freshness.isFresh) return freshness.isFetching ? null : { kind: 'unknown' };
  if (data.purchaseMessage) return { kind: 'paid', text: data.purchaseMessage };
  if (!purchase) return null;
  const status = data.purchaseStatus?.[purchase];
  if (status === 'open') return { kind: 'open' };
  // The server reports a payment for half an hour; an address in a tab lasts longer.
  if (status === 'paid') return { kind: 'paid', text: paid[purchase] };
  if (!status) return { kind: 'unpaid', text: unpaid[purchase] };
  const detail = details[status];
  // A status that this version does not know says nothing about the payment.
  if (!detail) return { kind: 'unknown' };
  return { kind: status === 'canceled' ? 'cancelled' : 'unpaid', text: unpaid[purchase], detail };
}

/** The text of an outcome that will not change any more. */
export function finalText(outcome: Outcome | null): string | undefined {
  return outcome && 'text' in outcome ? [outcome.text, outcome.detail].join(' ') : undefined;
}

const FIRST_DELAY_MS = 1_500;
const MAX_DELAY_MS = 20_000;
const MAX_POLLS = 12;

/** Milliseconds until the next poll after that many `responses`; false when polling ends. */
export function pollDelay(responses: number): number | false {
  if (responses >= MAX_POLLS) return false;
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 1.6 ** Math.max(0, responses - 1));
}
