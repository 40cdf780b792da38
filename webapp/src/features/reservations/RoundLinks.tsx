// Links of a round: a calendar file, sharing, the route. Nothing is sent to another party before the member presses.
import { CalendarPlus, Navigation, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonAnchor } from '@/ui/Button.tsx';
import styles from './RoundLinks.module.css';
import { routeAddress, shareText } from './roundText.ts';
import type { Reservation } from './schemas.ts';

export function RoundLinks({ reservation }: { readonly reservation: Reservation }) {
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
    <div className={styles.links}>
      {calendar_uri ? (
        <ButtonAnchor variant="quiet" href={calendar_uri} aria-label={`in agenda zetten: ronde ${at}`}>
          <CalendarPlus aria-hidden size={18} />
          in agenda zetten
        </ButtonAnchor>
      ) : null}
      <Button variant="quiet" aria-label={`delen: ronde ${at}`} onClick={() => void share()}>
        <Share2 aria-hidden size={18} />
        delen
      </Button>
      <ButtonAnchor
        variant="quiet"
        href={routeAddress(golfclub)}
        target="_blank"
        rel="noreferrer"
        aria-label={`route naar ${golfclub.name} (opent een kaart in een nieuw venster)`}
      >
        <Navigation aria-hidden size={18} />
        route
      </ButtonAnchor>
      {outcome ? (
        <span role="status" className={styles.outcome}>
          {outcome}
        </span>
      ) : null}
    </div>
  );
}
