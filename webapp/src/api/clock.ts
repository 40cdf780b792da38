// Today as the portal sees it. The server may run on another clock than this device (a wrong device clock, a
// rehearsal date), so every answer that carries `x-fairway-now` corrects ours.

let offset = 0;

export function learnServerTime(header: string | null): void {
  const instant = header ? Date.parse(header) : Number.NaN;
  if (!Number.isNaN(instant)) offset = instant - Date.now();
}

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' });

/** Today's date in Amsterdam, as `YYYY-MM-DD`. */
export function today(): string {
  return dayFormat.format(Date.now() + offset);
}
