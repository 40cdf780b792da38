// The photos of a club, the first one large. Each has its proportions before it is loaded, so that nothing moves.
import type { Photo } from '@/api/generated/Photo.ts';
import styles from './Photos.module.css';

/** How wide the first photo and the others are shown, for the browser's choice of a file. */
const LARGE = '(min-width: 64rem) 38rem, 100vw';
const SMALL = '(min-width: 64rem) 19rem, 50vw';

export function Photos({ photos }: { readonly photos: readonly Photo[] }) {
  const shown = photos.filter(({ sizes }) => sizes.length > 0);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Foto's" className={styles.photos}>
      {shown.map(({ alt, width, height, sizes }, index) => (
        <li key={sizes[0]?.uri}>
          <img
            src={sizes[0]?.uri}
            srcSet={sizes.map((size) => `${size.uri} ${size.width}w`).join(', ')}
            sizes={index === 0 ? LARGE : SMALL}
            width={width}
            height={height}
            alt={alt}
            loading="lazy"
            decoding="async"
            className={styles.photo}
          />
        </li>
      ))}
    </ul>
  );
}
