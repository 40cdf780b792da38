// Where the two numbers of a club are, on a map of somebody else: opened by a press, never loaded.
import type { Value } from './values.ts';

interface PlaceOnMapProps {
  readonly lat: Value | undefined;
  readonly lon: Value | undefined;
}

export function PlaceOnMap({ lat, lon }: PlaceOnMapProps) {
  const [north, east] = [lat, lon].map((text) => Number(String(text ?? '').replace(',', '.') || 'none'));
  if (north === undefined || east === undefined || Number.isNaN(north) || Number.isNaN(east)) return null;
  const address = `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=15/${north}/${east}`;
  return (
    <p>
      <a href={address} target="_blank" rel="noreferrer">
        See this place on OpenStreetMap (a new tab)
      </a>
    </p>
  );
}
