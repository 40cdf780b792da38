// The clubs on a map: the same ones as in the list, with the same choice. It is loaded on demand. On a desk a panel
// describes the club under the pointer or the focus, since a pin has no room for it.
import 'leaflet/dist/leaflet.css';
import { LocateFixed, Minus, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { askPosition, canBeAsked, useOwnPosition } from '@/features/courses/ownPosition.ts';
import { Button } from '@/ui';
import { attribution } from '@/ui/map/baseMap.ts';
import mapStyles from '@/ui/map/map.module.css';
import styles from './ClubMap.module.css';
import { ClubPanel, type DescribedClub } from './ClubPanel.tsx';
import { LeafletMap, type MapClub } from './leafletMap.ts';
import { startDelay } from './markerAnimation.ts';

/** A club whose place may be unknown: it is in the list only. */
interface ListedClub extends DescribedClub {
  readonly id: string;
}

interface ClubMapProps<Club extends ListedClub> {
  readonly clubs: readonly Club[];
  readonly selectedId: string | null;
  readonly onChoose: (club: Club) => void;
  readonly onPrefetch: (club: Club) => void;
}

function hasPlace<Club extends ListedClub>(club: Club): club is Club & MapClub {
  return club.lat != null && club.lon != null;
}

export function ClubMap<Club extends ListedClub>(props: ClubMapProps<Club>) {
  const { clubs, selectedId, onChoose, onPrefetch } = props;
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [pointedId, setPointedId] = useState<string | null>(null);
  const { position } = useOwnPosition();

  const withClub = (id: string, use: (club: Club) => void) => {
    const club = clubs.find((candidate) => candidate.id === id);
    if (club) use(club);
  };
  const choose = useEffectEvent((id: string) => withClub(id, onChoose));
  const point = useEffectEvent((id: string) => {
    setPointedId(id);
    withClub(id, onPrefetch);
  });

  useEffect(() => {
    let created: LeafletMap | undefined;
    const timer = setTimeout(() => {
      if (!container.current) return;
      created = new LeafletMap(container.current, {
        onChoose: (id) => choose(id),
        onPointed: (id) => point(id),
      });
      setMap(created);
    }, startDelay());
    return () => {
      clearTimeout(timer);
      created?.destroy();
    };
  }, []);

  useEffect(() => map?.setClubs(clubs.filter(hasPlace), selectedId), [map, clubs, selectedId]);
  useEffect(() => {
    if (position) map?.showOwnPosition(position.lat, position.lon);
  }, [map, position]);

  return (
    <div className={styles.frame}>
      <div className={styles.stage}>
        <div ref={container} role="group" aria-label="Kaart met banen" className={mapStyles.map} />
        <div className={styles.controls}>
          <Button variant="secondary" aria-label="inzoomen" onClick={() => map?.zoomBy(1)}>
            <Plus aria-hidden size={20} />
          </Button>
          <Button variant="secondary" aria-label="uitzoomen" onClick={() => map?.zoomBy(-1)}>
            <Minus aria-hidden size={20} />
          </Button>
          {canBeAsked() ? (
            <Button variant="secondary" aria-label="banen bij mij in de buurt" onClick={askPosition}>
              <LocateFixed aria-hidden size={20} />
            </Button>
          ) : null}
        </div>
        <div className={styles.legend}>
          <span className={styles.open}>vrij te reserveren</span>
          <span className={styles.closed}>niet te reserveren</span>
          <small>{attribution}</small>
        </div>
      </div>
      <ClubPanel
        club={clubs.find(({ id }) => id === (pointedId ?? selectedId))}
        position={position}
        className={styles.panel}
      />
    </div>
  );
}
