// A section of a screen with its own heading, which a screen reader can move to.
import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Row, Stack } from './layout.tsx';
import styles from './Region.module.css';

interface RegionProps {
  readonly title: string;
  /** Of the heading, where a link within the page leads to it. */
  readonly id?: string;
  /** Beside the heading, outside its accessible name. */
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Region({ title, id: givenId, aside, className, children }: RegionProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <Stack as="section" gap={3} aria-labelledby={id} className={cx(styles.region, className)}>
      <Row gap={3} lineGap={1} align="center">
        <h2 id={id} className="heading">
          {title}
        </h2>
        {aside}
      </Row>
      {children}
    </Stack>
  );
}
