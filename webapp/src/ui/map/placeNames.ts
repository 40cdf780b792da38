// The names of towns on a map. A name is shown where it can be read: not cut by the frame, not across another name, and
// beside the pins. Large towns come first; smaller ones only when zoomed in.
import L from 'leaflet';
import styles from './map.module.css';
import { places } from './places.ts';

/** From this level on the names of smaller towns are shown. */
const TOWN_ZOOM = 8;
/** Where a name may stand, best first: across, in halves of its width from the middle of its town, and down, in lines. */
const SPOTS = [
  [0, 0],
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
  [0, 2],
  [0, -2],
] as const;
const LINE = 16;
/** Pixels between a name beside its town and the town. */
const GAP = 6;

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
      .map(visiblePart);
    const shown: Rectangle[] = [];
    const isFree = (spot: Rectangle) =>
      isWithin(spot, frame) && ![...shown, ...pins].some((other) => overlap(spot, other));
    for (const { element, large } of names) {
      const isWanted = large || map.getZoom() >= TOWN_ZOOM;
      const chosen = isWanted ? spotsOf(element).find(isFree) : undefined;
      if (chosen) shown.push(chosen);
      element.style.visibility = chosen ? '' : 'hidden';
      element.style.translate = chosen ? `${chosen.across}px ${chosen.down}px` : '';
    }
  };
  map.on('zoomend moveend resize pins', place);
  place();
}

/** A pin is smaller than its target, in which it stands at the bottom. Its size is the one without an animation. */
function visiblePart(pin: Element): Rectangle {
  const { left, right, bottom } = pin.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = pin.firstElementChild ?? pin;
  const middle = (left + right) / 2;
  return { left: middle - width / 2, right: middle + width / 2, top: bottom - height - 4, bottom };
}

interface SpotOfName extends Rectangle {
  /** How far the name moves from its marker, which has no size. */
  readonly across: number;
  readonly down: number;
}

function spotsOf(element: HTMLElement): readonly SpotOfName[] {
  const town = (element.parentElement ?? element).getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  return SPOTS.map(([halves, lines]) => {
    const across = (halves - 1) * (width / 2) + halves * GAP;
    const down = lines * LINE - height / 2;
    const [left, top] = [town.left + across, town.top + down];
    return { across, down, left, right: left + width, top, bottom: top + height };
  });
}
