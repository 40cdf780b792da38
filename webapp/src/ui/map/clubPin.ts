// The pin of one club on a map of its own, for leaflet.
import L from 'leaflet';
import styles from './map.module.css';
import { pinIcon } from './pin.ts';

export const clubPin = (): L.DivIcon =>
  L.divIcon({
    html: pinIcon('open') as unknown as HTMLElement,
    className: styles['marker'] ?? '',
    iconSize: [32, 40],
    iconAnchor: [16, 40],
  });
