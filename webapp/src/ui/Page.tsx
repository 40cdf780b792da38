// Every screen is a `Page`: one h1, the document's title, and the focus on the heading after a navigation, so
// that a screen reader announces the new screen.
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { hasNavigated } from './navigation.ts';
import styles from './Page.module.css';

interface PageProps {
  readonly title: string;
  /** One line under the heading. */
  readonly intro?: ReactNode;
  /** Above the heading, such as `stap 3 van 5`. */
  readonly above?: ReactNode;
  readonly children?: ReactNode;
  /** Lists may use the whole width; forms and texts have a readable line length. */
  readonly wide?: boolean;
}

export function Page({ title, intro, above, children, wide }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useLayoutEffect(() => {
    document.title = `${title} · Fairway`;
  }, [title]);

  useLayoutEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className={cx(styles.page, wide && styles.wide)}>
      <header className={styles.head}>
        {above}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {intro ? <p className={styles.intro}>{intro}</p> : null}
      </header>
      {children}
    </div>
  );
}
