// The names of towns on a map. A name is shown where it can be read: not cut by the frame, not across another name, and
// beside the pins. Large towns come first; smaller ones only when zoomed in.
import L from 'leaflet';
import styles from './map.module.css';
import { places } from './places.ts';

/** From this level on the names of smaller towns are shown. */
const TOWN_ZOOM = 8;
/** Where a name may stand, best first: how far from the middle of its town, in pixels, and in halves of its own width.
 * map.module.css has the same. */
const SPOTS = {
  at: [0, 0],
  below: [0, 18],
  above: [0, -18],
  right: [1, 0],
  left: [-1, 0],
  farBelow: [0, 30],
} as const satisfies Record<string, readonly [halves: number, down: number]>;
type Spot = keyof typeof SPOTS;
/** Pixels between a name beside its town and the town. */
const GAP = 8;

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
      .map((pin) => visiblePart(pin.getBoundingClientRect()));
    const shown: Rectangle[] = [];
    const isFree = (spot: Rectangle) =>
      isWithin(spot, frame) && ![...shown, ...pins].some((other) => overlap(spot, other));
    for (const { element, large } of names) {
      const isWanted = large || map.getZoom() >= TOWN_ZOOM;
      const chosen = isWanted ? spotsOf(element).find(([, spot]) => isFree(spot)) : undefined;
      if (chosen) shown.push(chosen[1]);
      element.dataset['spot'] = chosen ? chosen[0] : 'none';
    }
  };
  map.on('zoomend moveend resize pins', place);
  place();
}

/** A pin is smaller than its target, which it stands in at the bottom. */
function visiblePart({ left, right, top, bottom }: Rectangle): Rectangle {
  return { left: left + 6, right: right - 6, top: top + 6, bottom };
}

/** The places of a name. Its marker has no size: it is the middle of the town. */
function spotsOf(element: HTMLElement): readonly (readonly [Spot, Rectangle])[] {
  const town = (element.parentElement ?? element).getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  return (Object.keys(SPOTS) as Spot[]).map((spot) => {
    const [halves, down] = SPOTS[spot];
    const left = town.left - width / 2 + halves * (width / 2 + GAP);
    const top = town.top - height / 2 + down;
    return [spot, { left, right: left + width, top, bottom: top + height }] as const;
  });
}
