// The clubs on a map: the same ones as in the list, with the same choice. It is loaded on demand.
import 'leaflet/dist/leaflet.css';
import { LocateFixed, Minus, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@/ui/Button.tsx';
import { attribution } from './baseMap.ts';
import styles from './ClubMap.module.css';
import { startDelay } from './markerAnimation.ts';
import { LeafletMap, type MapClub } from './leafletMap.ts';

interface ClubMapProps<Club extends MapClub> {
  readonly clubs: readonly Club[];
  readonly selectedId: string | null;
  readonly onChoose: (club: Club) => void;
  readonly onPrefetch: (club: Club) => void;
}

export function ClubMap<Club extends MapClub>({
  clubs,
  selectedId,
  onChoose,
  onPrefetch,
}: ClubMapProps<Club>) {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [message, setMessage] = useState('');

  const withClub = (id: string, use: (club: Club) => void) => {
    const club = clubs.find((candidate) => candidate.id === id);
    if (club) use(club);
  };
  const choose = useEffectEvent((id: string) => withClub(id, onChoose));
  const prefetch = useEffectEvent((id: string) => withClub(id, onPrefetch));

  useEffect(() => {
    let created: LeafletMap | undefined;
    const timer = setTimeout(() => {
      if (!container.current) return;
      created = new LeafletMap(container.current, {
        onChoose: (id) => choose(id),
        onPrefetch: (id) => prefetch(id),
      });
      setMap(created);
    }, startDelay());
    return () => {
      clearTimeout(timer);
      created?.destroy();
    };
  }, []);

  useEffect(() => map?.setClubs(clubs, selectedId), [map, clubs, selectedId]);

  const locate = () => {
    setMessage('');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => map?.showOwnPosition(coords.latitude, coords.longitude),
      () => setMessage('Je locatie is niet beschikbaar. Zoek op plaats of verschuif de kaart.'),
      { maximumAge: 600_000, timeout: 10_000 },
    );
  };

  return (
    <div className={styles.frame}>
      <div className={styles.stage}>
        <div ref={container} role="group" aria-label="Kaart met banen" className={styles.map} />
        <div className={styles.controls}>
          <Button variant="secondary" aria-label="inzoomen" onClick={() => map?.zoomBy(1)}>
            <Plus aria-hidden size={20} />
          </Button>
          <Button variant="secondary" aria-label="uitzoomen" onClick={() => map?.zoomBy(-1)}>
            <Minus aria-hidden size={20} />
          </Button>
          {'geolocation' in navigator ? (
            <Button variant="secondary" aria-label="banen bij mij in de buurt" onClick={locate}>
              <LocateFixed aria-hidden size={20} />
            </Button>
          ) : null}
        </div>
      </div>
      {message ? <p role="status">{message}</p> : null}
      <div className={styles.legend}>
        <span className={styles.open}>vrij te reserveren</span>
        <span className={styles.closed}>niet te reserveren</span>
        <small>{attribution}</small>
      </div>
    </div>
  );
}
