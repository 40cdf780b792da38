// The answer on this device to the offer of news, and the member whose news it shows. Kept on the device.

const STORED = 'fairway:push';

interface Stored {
  /** How often `niet nu` was pressed. */
  readonly declined?: number;
  /** For good: declined twice, or `niet meer vragen`. */
  readonly never?: boolean;
  /** The fingerprint of the member's address, while their news is shown here. */
  readonly shownTo?: string;
}

function read(): Stored {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    if (stored && typeof stored === 'object') return stored;
  } catch {
    // An unreadable entry counts as none.
  }
  return {};
}

function write(stored: Stored): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(stored));
  } catch {
    // With a full storage it is asked again.
  }
}

export const mayOffer = (): boolean => read().never !== true;

/** The second time counts for good. */
export function decline(): void {
  const declined = (read().declined ?? 0) + 1;
  write({ ...read(), declined, never: declined >= 2 });
}

export const declineForGood = (): void => write({ ...read(), never: true });

export const shownTo = (): string | undefined => read().shownTo;

export function rememberShown(member: string | undefined): void {
  const { shownTo: _, ...others } = read();
  write(member === undefined ? others : { ...others, shownTo: member });
}
