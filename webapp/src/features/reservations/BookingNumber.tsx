// The number of a booking: the same for all its players, in mails, files and at the club. Short enough to say by telephone.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { announce, copyText } from '@/ui';
import styles from './BookingNumber.module.css';

interface Props {
  readonly reservation: Pick<Reservation, 'booking_number'>;
  /** Follows the number within its sentence. */
  readonly rest?: string;
}

/** Nothing where a server of before gave no number. */
export function BookingNumber({ reservation: { booking_number: number }, rest = '' }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  if (!number) return null;
  const copy = async () => {
    const copied = await copyText(number);
    setIsCopied(copied);
    announce(copied ? 'Boekingsnummer gekopieerd.' : 'Kopiëren lukt op dit apparaat niet.');
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <div className={styles.line}>
      <p className="numbers">
        Boekingsnummer <strong className="nowrap">{number}</strong>
        {rest}
      </p>
      <button
        type="button"
        className="icon-button screen-only"
        aria-label="boekingsnummer kopiëren"
        title="boekingsnummer kopiëren"
        onClick={() => void copy()}
      >
        <Icon aria-hidden size={18} />
      </button>
    </div>
  );
}
