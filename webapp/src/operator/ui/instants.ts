// The server sends instants with the offset of Amsterdam, and they are shown as they are given: an operator and a member
// on the telephone must read the same clock, wherever the operator's computer is.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const PARTS = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})(:\d{2})?)?/;

/** `25 Nov 2026 11:04:03`; a day alone gives `25 Nov 2026`. Anything else is returned as it is. */
export function formatInstant(instant: string): string {
  const found = PARTS.exec(instant);
  if (!found) return instant;
  const [, year, month, day, minutes, seconds = ''] = found;
  const date = `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
  return minutes ? `${date} ${minutes}${seconds}` : date;
}

/** The value of an `<input type="datetime-local" step="1">`. */
export function asLocalInput(instant: string): string {
  return instant.slice(0, 19);
}
