// The clubs on a map: the same ones as in the list, with the same choice. It is loaded on demand. A press on a pin shows
// the club's card, whose button chooses: a finger that hits the wrong pin costs nothing. Who comes by keyboard has the
// card with the focus already, so Enter chooses.
import 'leaflet/dist/leaflet.css';
import { LocateFixed, Minus, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { askPosition, canBeAsked, useOwnPosition } from '@/features/courses/ownPosition.ts';
import { Button, cx } from '@/ui';
import { attribution } from '@/ui/map/baseMap.ts';
import mapStyles from '@/ui/map/map.module.css';
import { ClubCard, type CardClub } from './ClubCard.tsx';
import styles from './ClubMap.module.css';
import { LeafletMap, type MapClub } from './leafletMap.ts';
import { startDelay } from './markerAnimation.ts';

/** A club whose place may be unknown: it is in the list only. */
export type MapListClub = CardClub;

export interface ClubMapProps<Club extends MapListClub> {
  readonly clubs: readonly Club[];
  readonly selectedId: string | null;
  readonly onChoose: (club: Club) => void;
  readonly onPrefetch?: (club: Club) => void;
  /** A list of the same clubs is beside it: then a screen reader and the keyboard have that one, and a club has one
   * button of its name. */
  readonly besideList?: boolean;
}

function hasPlace<Club extends MapListClub>(club: Club): club is Club & MapClub {
  return club.lat != null && club.lon != null;
}

export function ClubMap<Club extends MapListClub>(props: ClubMapProps<Club>) {
  const { clubs, selectedId, onChoose, onPrefetch, besideList = false } = props;
  const container = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const [presses, setPresses] = useState(0);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [shownId, setShownId] = useState(besideList ? null : selectedId);
  const { position } = useOwnPosition();
  const shown = clubs.find(({ id }) => id === shownId);

  const withClub = (id: string, use: ((club: Club) => void) | undefined) => {
    const club = clubs.find((candidate) => candidate.id === id);
    if (club) use?.(club);
  };
  const press = useEffectEvent((id: string, byKeyboard: boolean) => {
    setShownId(id);
    // The pin may have the focus, and so its card, already.
    if (!byKeyboard) setPresses((count) => count + 1);
    // A club that cannot be chosen has no button: the press itself clears the choice, as in the list.
    withClub(id, (club) => {
      if (byKeyboard || !club.reservable) onChoose(club);
    });
  });
  const close = () => {
    setShownId(null);
    container.current?.focus({ preventScroll: true });
  };
  const prefetch = useEffectEvent((id: string) => withClub(id, onPrefetch));

  useEffect(() => {
    let created: LeafletMap | undefined;
    const timer = setTimeout(() => {
      if (!container.current) return;
      created = new LeafletMap(
        container.current,
        {
          onPressed: (id, byKeyboard) => press(id, byKeyboard),
          onFocused: (id) => {
            setShownId(id);
            prefetch(id);
          },
          onPointed: (id) => prefetch(id),
          onLeft: () => setShownId(null),
        },
        { isBesideList: besideList },
      );
      setMap(created);
    }, startDelay());
    return () => {
      clearTimeout(timer);
      created?.destroy();
    };
  }, [besideList]);

  useEffect(() => map?.setClubs(clubs.filter(hasPlace), selectedId), [map, clubs, selectedId]);
  useEffect(() => {
    if (position) map?.showOwnPosition(position.lat, position.lon);
  }, [map, position]);

  useEffect(() => {
    if (!shownId || !container.current || !card.current) return;
    const [stage, over] = [container.current, card.current].map((part) => part.getBoundingClientRect());
    if (!stage || !over) return;
    const isBeside = over.left >= stage.right;
    map?.reveal(shownId, isBeside ? 0 : Math.max(stage.bottom - over.top, 0));
  }, [map, shownId]);

  // A screen reader hears which club it is, and its button is next. A pin that only has the focus keeps it.
  useEffect(() => {
    if (presses > 0)
      card.current?.querySelector<HTMLElement>('[role="group"]')?.focus({ preventScroll: true });
  }, [presses]);

  return (
    <div className={cx(styles.frame, besideList ? styles.beside : styles.alone)}>
      <div className={styles.stage}>
        <div
          ref={container}
          role="group"
          aria-label="Kaart met banen"
          aria-hidden={besideList || undefined}
          className={mapStyles.map}
        />
        <div className={styles.controls}>
          <Button variant="secondary" aria-label="inzoomen" onClick={() => map?.zoomBy(1)}>
            <Plus aria-hidden size={20} />
          </Button>
          <Button variant="secondary" aria-label="uitzoomen" onClick={() => map?.zoomBy(-1)}>
            <Minus aria-hidden size={20} />
          </Button>
          {canBeAsked() && !besideList ? (
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
      {shown ? (
        <div ref={card} className={styles.card}>
          <ClubCard club={shown} onChoose={onChoose} onClose={close} />
        </div>
      ) : (
        <p className={styles.hint}>Kies een vlag op de kaart om de baan te bekijken.</p>
      )}
    </div>
  );
}
