// What to say after a member came back from paying. The flag in the address only tells which purchase is meant and
// proves nothing about it: whether it was paid is what the server says.
import type { Subscriptions } from './schemas.ts';

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
  | { readonly kind: 'paid' | 'unpaid'; readonly text: string; readonly detail?: string }
  /** Open: the provider has not decided yet. Unknown: the server could not be asked. */
  | { readonly kind: 'open' | 'unknown' };

const unpaid: Record<Purchase, string> = {
  freevoucher: 'De betaling van je extra vrije voucher is niet geslaagd.',
  federationregistration: 'De betaling van je NGF registratie is niet geslaagd.',
};

const paid: Record<Purchase, string> = {
  freevoucher: 'Je betaling is gelukt. Je voucher staat hieronder.',
  federationregistration: 'Je betaling is gelukt. Je NGF-registratie is geregeld.',
};

const NOTHING_TAKEN = 'Er is niets afgeschreven.';
const details = {
  failed: `De betaling is mislukt. ${NOTHING_TAKEN}`,
  canceled: `Je hebt de betaling afgebroken. ${NOTHING_TAKEN}`,
  expired: `De tijd om te betalen is verlopen. ${NOTHING_TAKEN}`,
};

interface Asked {
  readonly isFetching: boolean;
  /** Whether the data was given since this screen opened; a copy kept for offline use is older. */
  readonly isFresh: boolean;
}

/** Null when there is nothing to tell, or not yet. */
export function outcomeOf(data: Subscriptions, purchase: Purchase | null, asked: Asked): Outcome | null {
  if (purchase && !asked.isFresh) return asked.isFetching ? null : { kind: 'unknown' };
  if (data.purchaseMessage) return { kind: 'paid', text: data.purchaseMessage };
  if (!purchase) return null;
  const status = data.purchaseStatus?.[purchase];
  if (status === 'open') return { kind: 'open' };
  // The server speaks of a payment for half an hour; an address kept in a tab lasts longer.
  if (status === 'paid') return { kind: 'paid', text: paid[purchase] };
  return { kind: 'unpaid', text: unpaid[purchase], ...(status ? { detail: details[status] } : {}) };
}

const FIRST_DELAY_MS = 1_500;
const MAX_DELAY_MS = 20_000;
const MAX_POLLS = 12;

/** Milliseconds until the next question after `answers` answers; false when asking by itself should end. */
export function pollDelay(answers: number): number | false {
  if (answers >= MAX_POLLS) return false;
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 1.6 ** Math.max(0, answers - 1));
}
