// Where the two numbers of a club are: on a map of our own, on which the place can also be pressed, and by a link to one
// with streets, which is never loaded here.
import { Stack, optionalPart } from '@/ui';
import type { Value } from './values.ts';

interface PlaceOnMapProps {
  readonly lat: Value | undefined;
  readonly lon: Value | undefined;
  readonly onMove: (lat: number, lon: number) => void;
}

const Map = optionalPart(() => import('./PlaceMap.tsx').then((module) => module.PlaceMap), {
  skeleton: null,
});

const degrees = (value: Value | undefined) => {
  const text = String(value ?? '')
    .trim()
    .replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
};

export function PlaceOnMap({ lat, lon, onMove }: PlaceOnMapProps) {
  const [north, east] = [degrees(lat), degrees(lon)];
  const isPlace = Math.abs(north) <= 90 && Math.abs(east) <= 180;
  return (
    <Stack gap={2}>
      <Map lat={isPlace ? north : null} lon={isPlace ? east : null} onMove={onMove} />
      <p className="soft">
        Press the map to put the club there.{' '}
        {isPlace ? (
          <a
            href={`https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=15/${north}/${east}`}
            target="_blank"
            rel="noreferrer"
          >
            See this place on OpenStreetMap (a new tab)
          </a>
        ) : null}
      </p>
    </Stack>
  );
}
