// Messages. A screen reader announces an `Alert` (an error) at once, and a `Status` (a success or a state) politely: not
// by its box, which comes together with its text, but through `announce`. A `Notice` is part of the page and is not
// announced by itself. A text alone is a paragraph; an `Alert` or a `Notice` of nothing is not there.
import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import styles from './Alert.module.css';
import { announce } from './announce.ts';
import { CHECK, CircleIcon, EXCLAMATION, INFO } from './CircleIcon.tsx';
import { cx } from './cx.ts';

interface BoxProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly role?: 'alert' | 'status';
  readonly style: string | undefined;
  readonly mark: string;
  readonly children: ReactNode;
}

function Box({ ref, role, style, mark, children }: BoxProps) {
  return !children ? null : (
    <div
      ref={ref}
      role={role}
      aria-live={role === 'status' ? 'off' : undefined}
      className={cx(styles.box, style)}
    >
      <CircleIcon mark={mark} size={22} />
      <div className={styles.text}>{typeof children === 'string' ? <p>{children}</p> : children}</div>
    </div>
  );
}

interface MessageProps {
  readonly children: ReactNode;
}

export function Alert({ children }: MessageProps) {
  return (
    <Box role="alert" style={styles.alert} mark={EXCLAMATION}>
      {children}
    </Box>
  );
}

export function Status({ children }: MessageProps) {
  const box = useRef<HTMLDivElement>(null);
  const announced = useRef('');
  useEffect(() => {
    const text = box.current?.textContent ?? '';
    if (text === '' || text === announced.current) return;
    announced.current = text;
    announce(text);
  });
  return (
    <Box ref={box} role="status" style={styles.status} mark={CHECK}>
      {children}
    </Box>
  );
}

export function Notice({ children }: MessageProps) {
  return (
    <Box style={styles.notice} mark={INFO}>
      {children}
    </Box>
  );
}
