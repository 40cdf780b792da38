// The clubs of a year on the outline of the country. A drawing, which needs no library of maps: it does not move.
import styles from './Year.module.css';
import type { PlayedClub } from './year.ts';

type Ring = readonly (readonly number[])[];

export interface PlayedMapProps {
  readonly clubs: readonly PlayedClub[];
  /** Rings of points, each degrees north and east. */
  readonly base: { readonly netherlands: readonly Ring[]; readonly water: readonly (readonly Ring[])[] };
}

/** A degree east is shorter than one north by this, in the middle of the country. */
const EAST = 0.614;
const WIDTH = 246;
const HEIGHT = 292;

const x = (lon: number) => (lon - 3.25) * 100 * EAST;
const y = (lat: number) => (53.6 - lat) * 100;

const path = (rings: readonly Ring[]) =>
  rings
    .map(
      (ring) =>
        `M${ring.map(([lat = 0, lon = 0]) => `${x(lon).toFixed(1)} ${y(lat).toFixed(1)}`).join('L')}Z`,
    )
    .join('');

export function PlayedMap({ clubs, base }: PlayedMapProps) {
  const names = clubs.map(({ name, rounds }) => `${name} (${rounds} keer)`).join(', ');
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={names ? `Gespeeld bij ${names}` : 'Kaart van Nederland'}
    >
      <path d={path(base.netherlands)} className={styles.land} />
      <path d={path(base.water.flat())} fillRule="evenodd" className={styles.water} />
      {clubs.map(({ id, lat, lon, rounds }) =>
        lat == null || lon == null ? null : (
          <circle key={id} cx={x(lon)} cy={y(lat)} r={6 + 2 * Math.min(rounds, 6)} className={styles.club} />
        ),
      )}
    </svg>
  );
}
