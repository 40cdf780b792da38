// The picture of a club: its photo, or a drawn hole where it has none or where that does not load. The name stands
// beside it, so it says nothing to a screen reader.
import { memo, useState } from 'react';
import { cx } from '@/ui';
import { drawingOf, HEIGHT, WIDTH } from './clubDrawing.ts';
import styles from './ClubPicture.module.css';

interface ClubPictureProps {
  readonly id: string;
  readonly photo: string | null | undefined;
  readonly className?: string | undefined;
}

export const ClubPicture = memo(function ClubPicture({ id, photo, className }: ClubPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const look = cx(styles.picture, className);
  if (!photo || photo === failed) return <ClubDrawing id={id} className={look} />;
  return (
    <img
      src={photo}
      alt=""
      loading="lazy"
      decoding="async"
      className={look}
      onError={() => setFailed(photo)}
    />
  );
});

function ClubDrawing({ id, className }: { readonly id: string; readonly className: string }) {
  const { look, sun, hills, trees, flag, hazard } = drawingOf(id);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      data-look={look}
      className={className}
    >
      <circle cx={sun.x} cy={sun.y} r="8" className={styles.sun} />
      {hills.map((hill, index) => (
        <path key={hill} d={hill} className={styles[`hill${index}`]} />
      ))}
      {trees.map(({ x, y, size, pointed }) => (
        <path
          key={`${x} ${y}`}
          d={
            pointed
              ? `M${x} ${y}l${size / 2} ${size * 1.6}h-${size}Z`
              : `M${x} ${y}a${size / 2} ${size / 2} 0 0 1 1 ${size}v4h-2v-4a${size / 2} ${size / 2} 0 0 1 1-${size}Z`
          }
          className={styles.tree}
        />
      ))}
      <ellipse
        cx={hazard.x}
        cy={hazard.y}
        rx="14"
        ry="3.500"
        className={hazard.isWater ? styles.water : styles.sand}
      />
      <ellipse cx={flag.x} cy={flag.y} rx="20" ry="4" className={styles.green} />
      <path d={`M${flag.x} ${flag.y}V${flag.y - 30}`} className={styles.pole} />
      <path d={`M${flag.x} ${flag.y - 30}l14 5-14 5Z`} className={styles.flag} />
    </svg>
  );
}
