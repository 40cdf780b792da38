// A text as a QR code, drawn on the device. As on the PDF, a quarter of it may be unreadable.
import { encodeQR } from 'qr';
import { useMemo } from 'react';

/** The quiet zone that the standard requires, in modules. */
const QUIET = 4;

interface Props {
  /** Capitals and digits. */
  readonly text: string;
  readonly label: string;
  readonly className?: string | undefined;
}

export function QrCode({ text, label, className }: Props) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

/** One rectangle per run of dark modules. */
function drawn(text: string): { readonly path: string; readonly size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'quartile', encoding: 'alphanumeric', border: QUIET });
  const runs = rows.flatMap((modules, y) => {
    const line = modules.map((dark) => (dark ? '#' : ' ')).join('');
    return [...line.matchAll(/#+/g)].map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    );
  });
  return { path: runs.join(''), size: rows.length };
}
