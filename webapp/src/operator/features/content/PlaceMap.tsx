// A map with one pin, moved by a press. It is loaded with a club's form only; the numbers beside it say and do the same
// for an operator without a pointer.
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, cx, Stack, prefersReducedMotion } from '@/ui';
import { addBaseMap, attribution } from '@/ui/map/baseMap.ts';
import { clubPin } from '@/ui/map/clubPin.ts';
import mapStyles from '@/ui/map/map.module.css';
import styles from './PlaceMap.module.css';

/** The whole country. */
const EVERYWHERE: L.LatLngTuple = [52.2, 5.3];
const COUNTRY_ZOOM = 6.5;
/** The next towns are in view. */
const CLUB_ZOOM = 9;

interface PlaceMapProps {
  /** Null: the numbers are no place. */
  readonly lat: number | null;
  readonly lon: number | null;
  readonly onMove: (lat: number, lon: number) => void;
}

export function PlaceMap({ lat, lon, onMove }: PlaceMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<L.Map>();
  const pressed = useEffectEvent((place: L.LatLng) => onMove(place.lat, place.lng));

  useEffect(() => {
    if (!container.current) return;
    const created = L.map(container.current, {
      attributionControl: false,
      zoomControl: false,
      keyboard: false,
      // Scrolling the page must not zoom the map; plus and minus do.
      scrollWheelZoom: false,
      doubleClickZoom: false,
      zoomSnap: 0.5,
      minZoom: 6,
      maxZoom: 16,
      fadeAnimation: false,
      zoomAnimation: !prefersReducedMotion(),
    });
    created.createPane('places').style.zIndex = '550';
    created.setView(EVERYWHERE, COUNTRY_ZOOM);
    addBaseMap(created);
    created.on('click', ({ latlng }: L.LeafletMouseEvent) => pressed(latlng));
    setMap(created);
    return () => void created.remove();
  }, []);

  useEffect(() => {
    if (!map || lat === null || lon === null) return;
    const marker = L.marker([lat, lon], { icon: clubPin(), interactive: false, keyboard: false }).addTo(map);
    if (!map.getBounds().contains([lat, lon]) || map.getZoom() === COUNTRY_ZOOM)
      map.setView([lat, lon], Math.max(map.getZoom(), CLUB_ZOOM), { animate: false });
    return () => void marker.remove();
  }, [map, lat, lon]);

  return (
    <div className={styles.frame}>
      <div
        ref={container}
        role="img"
        aria-label="The club’s place on a map"
        className={cx(mapStyles['map'], styles.map)}
      />
      <Stack gap={2} className={styles.controls}>
        <Button variant="secondary" aria-label="Zoom in" onClick={() => map?.zoomIn(1)}>
          <Plus aria-hidden size={20} />
        </Button>
        <Button variant="secondary" aria-label="Zoom out" onClick={() => map?.zoomOut(1)}>
          <Minus aria-hidden size={20} />
        </Button>
      </Stack>
      <small lang="nl" className={styles.attribution}>
        {attribution}
      </small>
    </div>
  );
}
