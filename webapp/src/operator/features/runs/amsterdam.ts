// A node stores instants in UTC; they are shown on Amsterdam's clock, as all others are.

const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Amsterdam',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-11-25T11:04:03` for an instant in UTC; a text that is no instant as it is. */
export function amsterdam(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : parts.format(date).replace(' ', 'T');
}
