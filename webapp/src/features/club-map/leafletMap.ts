// The map itself, outside React: leaflet manages its elements. Every marker is a real button, so that Tab, Enter and
// a screen reader find it; the reason of a club that cannot be reserved is part of its name. Markers too near to each
// other for a finger are shown as one number, which is for pointers only: to everybody else each stays its own button.
import L from 'leaflet';
import { addBaseMap } from '@/ui/map/baseMap.ts';
import styles from '@/ui/map/map.module.css';
import { pinIcon } from '@/ui/map/pin.ts';
import { prefersReducedMotion, ownReason } from '@/ui';
import { clustersOf } from './clusters.ts';
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
  /** The club's marker is pressed, by the keyboard or not. */
  readonly onPressed: (id: string, byKeyboard: boolean) => void;
  /** The club has the focus, and not from a pointer. */
  readonly onFocused: (id: string) => void;
  /** The club is under the pointer. */
  readonly onPointed: (id: string) => void;
  /** The map is pressed beside the markers, or Escape on them. */
  readonly onLeft: () => void;
}

interface Options {
  /** A list beside the map has the same clubs as buttons: here they are for the pointer only. */
  readonly isBesideList: boolean;
}

/** Shows the area around one course. */
const CLUB_ZOOM = 12;
/** Beside a list the next towns stay in view. */
const AREA_ZOOM = 9;
const PADDING: L.PointTuple = [24, 48];
/** Pixels: the size of a finger. */
const TARGET = 44;

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
  readonly #isBesideList: boolean;
  #clusters: readonly L.Marker[] = [];
  #chosen: string | null = null;
  /** A pointer is down on a pin. */
  #isPointed = false;
  #hasShownClubs = false;
  /** The clubs and the choice that the map was last moved to. */
  #shown = '';
  #ownPosition: L.CircleMarker | null = null;

  constructor(container: HTMLElement, handlers: Handlers, { isBesideList }: Options) {
    this.#handlers = handlers;
    this.#isBesideList = isBesideList;
    this.#map = L.map(container, {
      attributionControl: false,
      zoomControl: false,
      keyboard: !isBesideList,
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
    this.#map.on('zoomend', () => this.#cluster());
    this.#map.on('click', () => this.#handlers.onLeft());
    this.#map.on('dragend', () => (this.#isPointed = false));
    container.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#handlers.onLeft();
    });
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
    this.#chosen = chosen;
    ordered.forEach((club, index) => {
      const marker = this.#markers.get(club.id) ?? this.#addMarker(club, index);
      renderMarker(marker, club, club.id === chosen);
    });
    // Numbers that changed while the map is open leave it where the member moved it.
    const shown = [...ids, chosen].join(' ');
    if (shown !== this.#shown) this.#focusOn(ordered, chosen);
    this.#shown = shown;
    this.#hasShownClubs = true;
    this.#cluster();
  }

  zoomBy(levels: number): void {
    this.#map.setZoom(this.#map.getZoom() + levels);
  }

  /** Moves the map as far as is needed to see the club's pin beside what covers its lower edge. */
  reveal(id: string, coveredPixels: number): void {
    const place = this.#markers.get(id)?.getLatLng();
    if (!place) return;
    this.#map.panInside(place, {
      paddingTopLeft: PADDING,
      paddingBottomRight: [PADDING[0], coveredPixels + PADDING[0]],
      animate: !prefersReducedMotion(),
    });
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
      // A click at the end of dragging the map is no press; one of Enter (detail 0) always is.
      this.#isPointed = false;
      const byKeyboard = event.detail === 0;
      if (byKeyboard || !this.#dragged()) this.#handlers.onPressed(club.id, byKeyboard);
    });
    if (this.#isBesideList) button?.setAttribute('tabindex', '-1');
    // A pointer brings the focus before its click: what moves then would move the pin from under it.
    button?.addEventListener('pointerdown', () => (this.#isPointed = true));
    button?.addEventListener('focus', () => {
      if (!this.#isPointed) this.#handlers.onFocused(club.id);
    });
    button?.addEventListener('pointerenter', () => this.#handlers.onPointed(club.id));
    if (!this.#hasShownClubs) button?.style.setProperty('--drop', `${dropDelay(index)}ms`);
    button?.classList.toggle(styles['dropping'] ?? '', !this.#hasShownClubs);
    return marker;
  }

  #dragged(): boolean {
    const handler: L.Handler & { moved?: () => boolean } = this.#map.dragging;
    return handler.moved?.() ?? false;
  }

  /** One number in the place of pins that a finger could not tell apart. The chosen one is always shown. */
  #cluster(): void {
    for (const cluster of this.#clusters) cluster.remove();
    const markers = [...this.#markers].filter(([id]) => id !== this.#chosen).map(([, marker]) => marker);
    const pointOf = (marker: L.Marker) => this.#map.project(marker.getLatLng());
    const groups = clustersOf(markers, pointOf, TARGET);
    for (const marker of this.#markers.values()) setClustered(marker, false);
    this.#clusters = groups.filter((group) => group.length > 1).map((group) => this.#addCluster(group));
    this.#map.fire('pins');
  }

  #addCluster(markers: readonly [L.Marker, ...L.Marker[]]): L.Marker {
    for (const marker of markers) setClustered(marker, true);
    const number = document.createElement('span');
    number.textContent = String(markers.length);
    const className = styles['cluster'] ?? '';
    const icon = L.divIcon({
      html: number,
      className,
      iconSize: [TARGET, TARGET],
      iconAnchor: [TARGET / 2, TARGET],
    });
    const cluster = L.marker(markers[0].getLatLng(), { icon, keyboard: false, zIndexOffset: 2000 });
    cluster.addTo(this.#map);
    const element = cluster.getElement();
    element?.setAttribute('aria-hidden', 'true');
    const isOpen = markers.some((marker) => marker.getElement()?.dataset['state'] === 'open');
    if (element) element.dataset['state'] = isOpen ? 'open' : 'closed';
    cluster.on('click', () => {
      const bounds = L.latLngBounds(markers.map((marker) => marker.getLatLng()));
      const fitting = this.#map.getBoundsZoom(bounds, false, L.point(PADDING).multiplyBy(2));
      // At least a level nearer, so that each press takes some apart.
      const zoom = Math.max(this.#map.getZoom() + 1, Math.min(CLUB_ZOOM, fitting));
      this.#map.setView(bounds.getCenter(), zoom, { animate: !prefersReducedMotion() });
    });
    return cluster;
  }

  /** Zooms to the chosen club, else to all of them. */
  #focusOn(clubs: readonly MapClub[], chosen: string | null): void {
    const club = clubs.find(({ id }) => id === chosen);
    if (club && this.#isBesideList && this.#hasShownClubs) {
      // Pressed in the list: the map shows where it is and stays as large.
      this.#map.panInside([club.lat, club.lon], { padding: PADDING });
    } else if (club && !this.#isBesideList) {
      const zoom = Math.max(CLUB_ZOOM, this.#hasShownClubs ? this.#map.getZoom() : 0);
      this.#map.setView([club.lat, club.lon], zoom, {
        animate: this.#hasShownClubs && !prefersReducedMotion(),
      });
    } else if (!this.#ownPosition || !this.#hasShownClubs) {
      this.#fit(clubs.map(({ lat, lon }) => L.latLng(lat, lon)));
    }
  }

  /** Pixels that the map is wider than these bounds need. */
  #spareWidth(bounds: L.LatLngBounds): number {
    const zoom = this.#map.getBoundsZoom(bounds, false, L.point(PADDING).multiplyBy(2));
    const west = this.#map.project(bounds.getNorthWest(), zoom);
    const east = this.#map.project(bounds.getSouthEast(), zoom);
    return Math.max(this.#map.getSize().x - 2 * PADDING[0] - (east.x - west.x), 0);
  }

  #fit(points: readonly L.LatLng[]): void {
    if (points.length === 0 || this.#map.getSize().x === 0) return;
    const bounds = L.latLngBounds([...points]);
    const animate = this.#hasShownClubs && !prefersReducedMotion();
    const maxZoom = this.#isBesideList ? AREA_ZOOM : CLUB_ZOOM;
    this.#map.fitBounds(bounds, {
      paddingTopLeft: [PADDING[0], PADDING[1]],
      // What is left over is shown at the right, where there is land, rather than as sea.
      paddingBottomRight: [PADDING[0] + this.#spareWidth(bounds) / 2, PADDING[0]],
      maxZoom,
      animate,
    });
  }
}

function setClustered(marker: L.Marker, clustered: boolean): void {
  marker.getElement()?.classList.toggle(styles['clustered'] ?? '', clustered);
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
