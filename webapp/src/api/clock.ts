// Today according to the server. Its clock may differ from this device's (a wrong device clock, a
// simulated date on the server), so every response with `x-fairway-now` sets the difference. The difference is stored:
// without a network the app opens with the same day, and a round of today stays a round of today.

const STORED = 'fairway:clock-offset';
/** A smaller change is the duration of a request, and is not worth storing. */
const NOTICEABLE_MS = 1_000;

let offset = Number(localStorage.getItem(STORED)) || 0;
let storedOffset = offset;

export function setServerTime(header: string | null): void {
  const instant = header ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(instant)) return;
  offset = instant - Date.now();
  if (Math.abs(offset - storedOffset) < NOTICEABLE_MS) return;
  storedOffset = offset;
  try {
    localStorage.setItem(STORED, String(offset));
  } catch {
    // With a full storage the next opening uses the device's clock.
  }
}

/** The server's instant, in milliseconds. */
export function now(): number {
  return Date.now() + offset;
}

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' });

/** The date in Amsterdam, as `YYYY-MM-DD`, at an instant of this device's clock. */
export function dayAt(instant: number): string {
  return dayFormat.format(instant + offset);
}

/** Today's date in Amsterdam, as `YYYY-MM-DD`. */
export function today(): string {
  return dayAt(Date.now());
}
