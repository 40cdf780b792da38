// Today according to the server. Its clock may differ from this device's (a wrong device clock, a
// simulated date on the server), so every response with `x-fairway-now` sets the difference.

let offset = 0;

export function setServerTime(header: string | null): void {
  const instant = header ? Date.parse(header) : Number.NaN;
  if (!Number.isNaN(instant)) offset = instant - Date.now();
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
