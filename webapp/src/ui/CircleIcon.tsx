// The icons of messages, drawn as lucide draws them. Messages are on the first screen of a visitor: the library's renderer
// would be a twentieth of its code there for three icons.

/** The paths of the marks within the circle. */
export const EXCLAMATION = 'M12 8v4M12 16h.01';
export const CHECK = 'm9 12 2 2 4-4';
export const INFO = 'M12 16v-4M12 8h.01';

interface Props {
  readonly mark: string;
  /** In pixels. */
  readonly size: number;
}

export function CircleIcon({ mark, size }: Props) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx={12} cy={12} r={10} />
      <path d={mark} />
    </svg>
  );
}
