// Links of a round: a calendar file, sharing, the route. Nothing is sent to another party before the member presses.
import { Link } from '@tanstack/react-router';
import { CalendarPlus, Navigation, Share2, UserPlus, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { cx, fileLink, Skeleton } from '@/ui';
import styles from './RoundLinks.module.css';
import { routeAddress, shareText } from './roundText.ts';

interface Props {
  readonly reservation: Reservation;
  /** Symbols without text. */
  readonly compact?: boolean;
  readonly withAddPlayer?: boolean;
}

/** As high as the links that come in its place. */
export function RoundLinksSkeleton() {
  return <Skeleton height="var(--links-height)" className={styles.skeleton ?? ''} />;
}

export function RoundLinks({ reservation, compact = false, withAddPlayer = false }: Props) {
  const { golfclub, calendar_uri, reservation_id } = reservation;
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

  const tile = (text: string, name: string) => ({
    className: styles.tile,
    'aria-label': name,
    ...(compact ? { title: text } : {}),
  });
  const content = (Icon: LucideIcon, text: string) => (
    <>
      <Icon aria-hidden size={20} />
      {compact ? null : <span>{text}</span>}
    </>
  );

  return (
    <>
      <div className={cx(styles.links, compact && styles.compact)}>
        {calendar_uri ? (
          <a
            {...fileLink()}
            href={calendar_uri}
            {...tile('in agenda zetten', `in agenda zetten: ronde ${at}`)}
          >
            {content(CalendarPlus, 'in agenda zetten')}
          </a>
        ) : null}
        <button type="button" onClick={() => void share()} {...tile('delen', `delen: ronde ${at}`)}>
          {content(Share2, 'delen')}
        </button>
        <a
          href={routeAddress(golfclub)}
          target="_blank"
          rel="noreferrer"
          {...tile('route', `route naar ${golfclub.name} (opent een kaart in een nieuw venster)`)}
        >
          {content(Navigation, 'route')}
        </a>
        {withAddPlayer ? (
          <Link
            to="/reservations/$reservationId/addplayer"
            params={{ reservationId: reservation_id }}
            {...tile('speler toevoegen', 'speler toevoegen')}
          >
            {content(UserPlus, 'speler toevoegen')}
          </Link>
        ) : null}
      </div>
      {outcome ? (
        <p role="status" className="soft small">
          {outcome}
        </p>
      ) : null}
    </>
  );
}
