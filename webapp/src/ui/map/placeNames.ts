// The names of towns on a map. A name is shown where it can be read: not cut by the frame, not across another name, and
// beside the pins. Large towns come first; smaller ones only when zoomed in.
import L from 'leaflet';
import styles from './map.module.css';
import { places } from './places.ts';

/** From this level on the names of smaller towns are shown. */
const TOWN_ZOOM = 8;
/** Pixels by which a name moves from the middle of its town: map.module.css has the same. */
const PLACES = { at: 0, below: 16, above: -16 } as const;

interface Rectangle {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const overlap = (a: Rectangle, b: Rectangle) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const isWithin = (inner: Rectangle, outer: Rectangle) =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom;

/** Adds the names, and places them again when the map moved or its pins changed (the event `pins`). */
export function addPlaceNames(map: L.Map): void {
  const names = places
    .map(({ name, lat, lon, large }) => {
      const element = document.createElement('span');
      element.textContent = name;
      const icon = L.divIcon({ html: element, className: styles['place'] ?? '', iconSize: [0, 0] });
      L.marker([lat, lon], { icon, interactive: false, keyboard: false, pane: 'places' }).addTo(map);
      return { element, large };
    })
    .toSorted((a, b) => Number(b.large) - Number(a.large));

  const place = () => {
    const frame = map.getContainer().getBoundingClientRect();
    const pins = [...(map.getPane('markerPane')?.children ?? [])]
      .filter((pin) => !pin.classList.contains(styles['clustered'] ?? ''))
      .map((pin) => (pin.firstElementChild ?? pin).getBoundingClientRect());
    const shown: Rectangle[] = [];
    for (const { element, large } of names) {
      const { left, right, top, bottom } = middleOf(element);
      const free = Object.entries(PLACES)
        .map(([spot, down]) => ({ spot, left, right, top: top + down, bottom: bottom + down }))
        .filter((spot) => isWithin(spot, frame) && !shown.some((other) => overlap(spot, other)));
      const beside = free.find((spot) => !pins.some((pin) => overlap(spot, pin)));
      // Without any large town one is lost: rather behind a pin than not at all.
      const chosen = beside ?? (large ? free[0] : undefined);
      const isShown = chosen !== undefined && (large || map.getZoom() >= TOWN_ZOOM);
      if (isShown) shown.push(chosen);
      element.dataset['spot'] = isShown ? chosen.spot : 'none';
    }
  };
  map.on('zoomend moveend resize pins', place);
  place();
}

/** Where a name is when it stands in the middle of its town. */
function middleOf(element: HTMLElement): Rectangle {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const spot = element.dataset['spot'] as keyof typeof PLACES | 'none' | undefined;
  const down = spot && spot !== 'none' ? PLACES[spot] : 0;
  return { left, right, top: top - down, bottom: bottom - down };
}
