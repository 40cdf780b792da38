// Links of a round: a calendar file, sharing, the route. Nothing is sent to another party before the member presses.
import { CalendarPlus, Share2 } from 'lucide-react';
import { useState } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { fileLink, Skeleton } from '@/ui';
import styles from './RoundLinks.module.css';
import { RouteTile, TileContent } from './RouteTile.tsx';
import { shareText } from './roundText.ts';

interface Props {
  readonly reservation: Reservation;
}

/** As high as the links that come in its place. */
export function RoundLinksSkeleton() {
  return <Skeleton height="var(--links-height)" className={styles.skeleton ?? ''} />;
}

export function RoundLinks({ reservation }: Props) {
  const { golfclub, calendar_uri } = reservation;
  const [outcome, setOutcome] = useState('');
  const at = `bij ${golfclub.name}`;

  const share = async () => {
    setOutcome('');
    const text = shareText(reservation);
    try {
      if (navigator.share) await navigator.share({ title: `Golf ${at}`, text });
      else {
        await navigator.clipboard.writeText(text);
        setOutcome('De tekst is gekopieerd, je kunt hem nu plakken.');
      }
    } catch (error) {
      // Closing the share sheet is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setOutcome('Delen lukt op dit apparaat niet.');
    }
  };

  return (
    <>
      <div className={styles.links}>
        {calendar_uri ? (
          <a
            {...fileLink()}
            href={calendar_uri}
            className={styles.tile}
            aria-label={`in agenda zetten: ronde ${at}`}
          >
            <TileContent Icon={CalendarPlus} text="in agenda zetten" />
          </a>
        ) : null}
        <button
          type="button"
          onClick={() => void share()}
          className={styles.tile}
          aria-label={`delen: ronde ${at}`}
        >
          <TileContent Icon={Share2} text="delen" />
        </button>
        <RouteTile golfclub={golfclub} />
      </div>
      {outcome ? (
        <p role="status" className="soft small">
          {outcome}
        </p>
      ) : null}
    </>
  );
}
