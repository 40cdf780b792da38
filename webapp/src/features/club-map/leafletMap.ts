// The map itself, outside React: leaflet manages its elements. Every marker is a real button, so that Tab, Enter and
// a screen reader find it; the reason of a club that cannot be reserved is part of its name.
import L from 'leaflet';
import { addBaseMap } from '@/ui/map/baseMap.ts';
import styles from '@/ui/map/map.module.css';
import { pinIcon } from '@/ui/map/pin.ts';
import { prefersReducedMotion, ownReason } from '@/ui';
import { dropDelay, northFirst } from './markerAnimation.ts';

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
  /** The club has the focus or is under the pointer. */
  readonly onPointed: (id: string) => void;
}

/** Shows the area around one course. */
const CLUB_ZOOM = 12;
/** From this level on the names of smaller towns are shown. */
const TOWN_ZOOM = 8;
const PADDING: L.PointTuple = [20, 40];

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
  #hasShownClubs = false;
  #ownPosition: L.CircleMarker | null = null;

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
    this.#map.on('zoomend', () => this.#updateZoomClass());
    this.#updateZoomClass();
    addBaseMap(this.#map);
  }

  /** Shows these clubs. The first ones are animated one by one, later ones appear at once. */
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
      renderMarker(marker, club, club.id === chosen);
    });
    this.#focusOn(ordered, chosen);
    this.#hasShownClubs = true;
  }

  zoomBy(levels: number): void {
    this.#map.setZoom(this.#map.getZoom() + levels);
  }

  /** Puts the member on the map, once, with the clubs nearest to them in view. */
  showOwnPosition(lat: number, lon: number): void {
    const place = L.latLng(lat, lon);
    this.#ownPosition ??= L.circleMarker(place, {
      radius: 8,
      className: styles['own'] ?? '',
      interactive: false,
    }).addTo(this.#map);
    this.#ownPosition.setLatLng(place);
    const nearest = [...this.#markers.values()]
      .map((marker) => marker.getLatLng())
      .toSorted((a, b) => a.distanceTo(place) - b.distanceTo(place));
    this.#fit([place, ...nearest.slice(0, 3)]);
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
      // A click at the end of dragging the map does not choose; a press of Enter (detail 0) always does.
      if (event.detail === 0 || !this.#dragged()) this.#handlers.onChoose(club.id);
    });
    button?.addEventListener('focus', () => this.#handlers.onPointed(club.id));
    button?.addEventListener('pointerenter', () => this.#handlers.onPointed(club.id));
    if (!this.#hasShownClubs) button?.style.setProperty('--drop', `${dropDelay(index)}ms`);
    button?.classList.toggle(styles['dropping'] ?? '', !this.#hasShownClubs);
    return marker;
  }

  #dragged(): boolean {
    const handler: L.Handler & { moved?: () => boolean } = this.#map.dragging;
    return handler.moved?.() ?? false;
  }

  /** Zooms to the chosen club, else to all of them. */
  #focusOn(clubs: readonly MapClub[], chosen: string | null): void {
    const club = clubs.find(({ id }) => id === chosen);
    if (club) {
      const zoom = Math.max(CLUB_ZOOM, this.#hasShownClubs ? this.#map.getZoom() : 0);
      this.#map.setView([club.lat, club.lon], zoom, {
        animate: this.#hasShownClubs && !prefersReducedMotion(),
      });
    } else if (!this.#ownPosition || !this.#hasShownClubs) {
      this.#fit(clubs.map(({ lat, lon }) => L.latLng(lat, lon)));
    }
  }

  #fit(points: readonly L.LatLng[]): void {
    if (points.length === 0 || this.#map.getSize().x === 0) return;
    const bounds = L.latLngBounds([...points]);
    const animate = this.#hasShownClubs && !prefersReducedMotion();
    this.#map.fitBounds(bounds, { padding: PADDING, maxZoom: CLUB_ZOOM, animate });
  }

  #updateZoomClass(): void {
    this.#map.getContainer().classList.toggle(styles['near'] ?? '', this.#map.getZoom() >= TOWN_ZOOM);
  }
}

function renderMarker(marker: L.Marker, club: MapClub, chosen: boolean): void {
  const button = marker.getElement();
  if (!button) return;
  const reason = club.reservable ? '' : ownReason(club.reason);
  const title = [club.name, club.city].filter(Boolean).join(', ');
  button.setAttribute('aria-label', [title, reason].filter(Boolean).join(': '));
  button.setAttribute('aria-pressed', String(chosen));
  const state = club.reservable ? 'open' : 'closed';
  // A new pin would be animated again.
  if (button.dataset['state'] !== state) button.replaceChildren(pinIcon(state));
  button.dataset['state'] = state;
  marker.setZIndexOffset(chosen ? 10_000 : club.reservable ? 1000 : 0);

  const tooltip = document.createElement('span');
  const name = document.createElement('strong');
  name.textContent = title;
  tooltip.append(name, reason ? document.createElement('br') : '', reason);
  // The chosen club always shows its name: zoomed in, it may be the only name in view.
  marker.unbindTooltip().bindTooltip(tooltip, {
    direction: 'top',
    offset: [0, -40],
    permanent: chosen,
    opacity: 1,
    className: styles['tip'] ?? '',
  });
  // The accessible name has the same text.
  button.removeAttribute('aria-describedby');
}
