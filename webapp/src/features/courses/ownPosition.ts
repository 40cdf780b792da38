// Where the member is, for the distance to a club. The browser is asked only after a tap, once for the list, the map and
// the page of a club, and the answer stays in memory: it is never sent to the server and never stored.
import { createStore } from '@/ui';

export interface Position {
  readonly lat: number;
  readonly lon: number;
}

interface State {
  readonly position: Position | null;
  readonly status: 'not asked' | 'asking' | 'known' | 'unavailable';
}

const state = createStore<State>({ position: null, status: 'not asked' });

export const canBeAsked = (): boolean => 'geolocation' in navigator;

/** Asks the browser. A position that is known stays until a newer one arrives. */
export function askPosition(): void {
  state.set({ ...state.get(), status: 'asking' });
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => state.set({ position: { lat: coords.latitude, lon: coords.longitude }, status: 'known' }),
    () => state.set({ position: null, status: 'unavailable' }),
    { maximumAge: 600_000, timeout: 10_000 },
  );
}

export const useOwnPosition = state.useValue;

interface Place {
  readonly lat?: number | null | undefined;
  readonly lon?: number | null | undefined;
}

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** As the crow flies; null while the position or the place is not known. */
export function distanceKm(from: Position | null, { lat, lon }: Place): number | null {
  if (!from || lat == null || lon == null) return null;
  const height = Math.sin(radians(lat - from.lat) / 2) ** 2;
  const width =
    Math.cos(radians(lat)) * Math.cos(radians(from.lat)) * Math.sin(radians(lon - from.lon) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(height + width));
}

/** `12 km` */
export function distanceText(km: number): string {
  return km < 1 ? 'minder dan 1 km' : `${Math.round(km)} km`;
}
