// How often this device opened the portal, and what its user answered to the offer to install it. Kept on the device
// and for all who use it: installing is about the device, not about a member.

const STORED = 'fairway:install';
/** A return after half an hour, or on another day, is another visit. */
const IDLE_MS = 30 * 60_000;

interface Stored {
  readonly visits: number;
  /** The last moment that somebody used it, in milliseconds. */
  readonly seen: number;
  /** The visit in which `later` was chosen. */
  readonly postponedIn?: number;
  /** For good: declined, or installed. */
  readonly never?: boolean;
}

function read(): Stored {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? 'null') as Partial<Stored> | null;
    if (typeof stored?.visits === 'number' && typeof stored.seen === 'number') return stored as Stored;
  } catch {
    // An unreadable entry counts as none.
  }
  return { visits: 0, seen: 0 };
}

function write(stored: Stored): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(stored));
  } catch {
    // With a full storage every visit is the first one: no offer.
  }
}

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' });

/** Counts a visit when one begins at `now`, in milliseconds by this device's clock. */
export function recordPresence(now: number): void {
  const stored = read();
  const begins =
    stored.visits === 0 ||
    now - stored.seen >= IDLE_MS ||
    dayFormat.format(now) !== dayFormat.format(stored.seen);
  write({ ...stored, visits: stored.visits + (begins ? 1 : 0), seen: now });
}

/** From the second visit on, unless it was declined: for good, or in this visit. */
export function mayOffer(): boolean {
  const { visits, postponedIn, never } = read();
  return !never && visits >= 2 && postponedIn !== visits;
}

export function postpone(): void {
  const stored = read();
  write({ ...stored, postponedIn: stored.visits });
}

export function declineForGood(): void {
  write({ ...read(), never: true });
}
