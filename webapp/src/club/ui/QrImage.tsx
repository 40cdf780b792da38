// A QR code of the server.
import styles from './QrImage.module.css';

interface QrImageProps {
  readonly svg: string;
  readonly alt: string;
  /** Read by another device, from a distance. */
  readonly isLarge?: boolean;
}

export function QrImage({ svg, alt, isLarge = false }: QrImageProps) {
  return (
    <img
      className={styles.qr}
      data-large={isLarge}
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
      alt={alt}
    />
  );
}
