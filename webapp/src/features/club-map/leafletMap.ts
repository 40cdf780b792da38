// The map itself, outside React: leaflet owns its elements. Every marker is a real button, so that Tab, Enter and
// a screen reader find it; the reason of a club that cannot be reserved is part of its name.
import L from 'leaflet';
import { ownReason } from '@/ui/reasons.ts';
import { prefersReducedMotion } from '@/ui/motion.ts';
import { addBaseMap } from './baseMap.ts';
import styles from './ClubMap.module.css';
import { dropDelay, northFirst } from './drop.ts';

export interface MapClub {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly reservable: boolean;
  readonly reason: string;
  readonly lat: number;
  readonly lon: number;
}

interface Handlers {
  readonly onChoose: (id: string) => void;
  readonly onPeek: (id: string) => void;
}

/** Close enough to see the surroundings of one course. */
const CLUB_ZOOM = 12;
/** From here on there is room for the names of smaller towns. */
const TOWN_ZOOM = 8;
const EDGE: L.PointTuple = [20, 40];

/** A flag for a course that can be reserved, a cross for one that cannot: never colour alone. */
const GLYPH = {
  open: 'M12 21V8m0 0 7 3-7 3',
  closed: 'm9 9.500 6 6m0-6-6 6',
};

class ClubIcon extends L.DivIcon {
  override createIcon(old?: HTMLElement): HTMLElement {
    const button = old ?? document.createElement('button');
    button.setAttribute('type', 'button');
    button.className = `leaflet-marker-icon ${styles['marker'] ?? ''}`;
    return button;
  }
}

export class LeafletMap {
  readonly #map: L.Map;
  readonly #markers = new Map<string, L.Marker>();
  readonly #handlers: Handlers;
  #entered = false;
  #own: L.LatLng | null = null;

  constructor(container: HTMLElement, handlers: Handlers) {
    this.#handlers = handlers;
    this.#map = L.map(container, {
      attributionControl: false,
      zoomControl: false,
      // Scrolling the page must not zoom the map; plus and minus do.
      scrollWheelZoom: false,
      zoomSnap: 0.25,
      zoomDelta: 1,
      minZoom: 6,
      maxZoom: 16,
      maxBounds: [
        [49.5, 1],
        [54.5, 9.4],
      ],
      fadeAnimation: false,
      zoomAnimation: !prefersReducedMotion(),
      markerZoomAnimation: !prefersReducedMotion(),
      inertia: !prefersReducedMotion(),
    });
    const pane = this.#map.createPane('places');
    pane.style.zIndex = '550';
    pane.setAttribute('aria-hidden', 'true');
    this.#map.setView([52.2, 5.3], 7);
    this.#map.on('zoomend', () => this.#markZoom());
    this.#markZoom();
    addBaseMap(this.#map, styles);
  }

  /** Shows these clubs. The first ones drop in one by one, later ones are simply there. */
  setClubs(clubs: readonly MapClub[], chosen: string | null): void {
    const ordered = northFirst(clubs);
    const ids = new Set(clubs.map(({ id }) => id));
    for (const [id, marker] of this.#markers) {
      if (ids.has(id)) continue;
      marker.remove();
      this.#markers.delete(id);
    }
    ordered.forEach((club, index) => {
      const marker = this.#markers.get(club.id) ?? this.#addMarker(club, index);
      paint(marker, club, club.id === chosen);
    });
    this.#look(ordered, chosen);
    this.#entered = true;
  }

  zoomBy(levels: number): void {
    this.#map.setZoom(this.#map.getZoom() + levels);
  }

  /** Puts the member on the map, with the clubs nearest to them in view. */
  showOwnPlace(lat: number, lon: number): void {
    this.#own = L.latLng(lat, lon);
    L.circleMarker(this.#own, { radius: 8, className: styles['own'] ?? '', interactive: false }).addTo(
      this.#map,
    );
    const nearest = [...this.#markers.values()]
      .map((marker) => marker.getLatLng())
      .toSorted((a, b) => a.distanceTo(this.#own!) - b.distanceTo(this.#own!));
    this.#fit([this.#own, ...nearest.slice(0, 3)]);
  }

  destroy(): void {
    this.#map.remove();
  }

  #addMarker(club: MapClub, index: number): L.Marker {
    const marker = L.marker([club.lat, club.lon], { icon: new ClubIcon({}), riseOnHover: true });
    marker.addTo(this.#map);
    this.#markers.set(club.id, marker);
    const button = marker.getElement();
    button?.addEventListener('click', (event) => {
      event.stopPropagation();
      // The end of dragging the map by a marker is no choice; a press of Enter (without clicks) always is one.
      if (event.detail === 0 || !this.#dragged()) this.#handlers.onChoose(club.id);
    });
    button?.addEventListener('focus', () => this.#handlers.onPeek(club.id));
    button?.addEventListener('pointerenter', () => this.#handlers.onPeek(club.id));
    if (!this.#entered) button?.style.setProperty('--drop', `${dropDelay(index)}ms`);
    button?.classList.toggle(styles['dropping'] ?? '', !this.#entered);
    return marker;
  }

  #dragged(): boolean {
    const handler: L.Handler & { moved?: () => boolean } = this.#map.dragging;
    return handler.moved?.() ?? false;
  }

  /** The chosen club from close by, else all of them. */
  #look(clubs: readonly MapClub[], chosen: string | null): void {
    const club = clubs.find(({ id }) => id === chosen);
    if (club) {
      const zoom = Math.max(CLUB_ZOOM, this.#entered ? this.#map.getZoom() : 0);
      this.#map.setView([club.lat, club.lon], zoom, { animate: this.#entered && !prefersReducedMotion() });
    } else if (!this.#own || !this.#entered) {
      this.#fit(clubs.map(({ lat, lon }) => L.latLng(lat, lon)));
    }
  }

  #fit(points: readonly L.LatLng[]): void {
    if (points.length === 0 || this.#map.getSize().x === 0) return;
    const bounds = L.latLngBounds([...points]);
    const animate = this.#entered && !prefersReducedMotion();
    this.#map.fitBounds(bounds, { padding: EDGE, maxZoom: CLUB_ZOOM, animate });
  }

  #markZoom(): void {
    this.#map.getContainer().classList.toggle(styles['near'] ?? '', this.#map.getZoom() >= TOWN_ZOOM);
  }
}

function paint(marker: L.Marker, club: MapClub, chosen: boolean): void {
  const button = marker.getElement();
  if (!button) return;
  const reason = club.reservable ? '' : ownReason(club.reason);
  const title = [club.name, club.city].filter(Boolean).join(', ');
  button.setAttribute('aria-label', [title, reason].filter(Boolean).join(': '));
  button.setAttribute('aria-pressed', String(chosen));
  const state = club.reservable ? 'open' : 'closed';
  // A pin that is drawn anew would drop again.
  if (button.dataset['state'] !== state) button.replaceChildren(pin(GLYPH[state]));
  button.dataset['state'] = state;
  marker.setZIndexOffset(chosen ? 10_000 : club.reservable ? 1000 : 0);

  const words = document.createElement('span');
  const name = document.createElement('strong');
  name.textContent = title;
  words.append(name, reason ? document.createElement('br') : '', reason);
  // The chosen one keeps its name: from close by there is nothing else to go by.
  marker.unbindTooltip().bindTooltip(words, {
    direction: 'top',
    offset: [0, -40],
    permanent: chosen,
    opacity: 1,
    className: styles['tip'] ?? '',
  });
  // The name says it all already; the tooltip is for the eye.
  button.removeAttribute('aria-describedby');
}

const SVG = 'http://www.w3.org/2000/svg';

function pin(glyph: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 28 36');
  svg.setAttribute('aria-hidden', 'true');
  const drop = document.createElementNS(SVG, 'path');
  drop.setAttribute('d', 'M14 1a13 13 0 0 0-13 13c0 9 13 21 13 21s13-12 13-21a13 13 0 0 0-13-13z');
  const mark = document.createElementNS(SVG, 'path');
  mark.setAttribute('d', glyph);
  svg.append(drop, mark);
  return svg;
}
