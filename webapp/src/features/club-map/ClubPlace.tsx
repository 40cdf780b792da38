// One club on a small map that does not move: where in the country it is.
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef } from 'react';
import { addBaseMap } from '@/ui/map/baseMap.ts';
import { clubPin } from '@/ui/map/clubPin.ts';
import mapStyles from '@/ui/map/map.module.css';
import styles from './ClubMap.module.css';

/** The next large town is in view. */
const ZOOM = 8;

interface ClubPlaceProps {
  readonly lat: number;
  readonly lon: number;
  readonly label: string;
}

export function ClubPlace({ lat, lon, label }: ClubPlaceProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return;
    const map = L.map(container.current, {
      attributionControl: false,
      zoomControl: false,
      dragging: false,
      keyboard: false,
      scrollWheelZoom: false,
      doubleClickZoom: false,
      boxZoom: false,
      touchZoom: false,
      fadeAnimation: false,
    });
    map.createPane('places').style.zIndex = '550';
    map.setView([lat, lon], ZOOM);
    addBaseMap(map);
    L.marker([lat, lon], { icon: clubPin(), interactive: false, keyboard: false }).addTo(map);
    return () => void map.remove();
  }, [lat, lon]);
  return (
    <div className={styles.still}>
      <div ref={container} role="img" aria-label={label} className={mapStyles.map} />
    </div>
  );
}
