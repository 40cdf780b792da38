// The rounds played at a club this year, as a scorecard: a box per round that may be played there.
import { Stack } from '@/ui';
import styles from './Plays.module.css';

/** A club with more rounds than this has no boxes: they would not be counted at a glance. */
const MAX_BOXES = 18;

interface PlaysProps {
  readonly played: number;
  /** Null where the club sets no maximum. */
  readonly maximum: number | null | undefined;
}

export function Plays({ played, maximum }: PlaysProps) {
  const left = maximum == null ? '' : `, nog\u00a0${Math.max(maximum - played, 0)}`;
  return (
    <Stack gap={1} className={styles.plays}>
      <p>
        <strong className="nowrap">{`${played} / ${maximum ?? 'onbeperkt'}`}</strong> rondes gespeeld of
        geboekt{left}
      </p>
      {maximum && maximum <= MAX_BOXES ? (
        <div className={styles.boxes} aria-hidden>
          {Array.from({ length: maximum }, (_, index) => (
            <span key={index} data-played={index < played || undefined} />
          ))}
        </div>
      ) : null}
    </Stack>
  );
}
