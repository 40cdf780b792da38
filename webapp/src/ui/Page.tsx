// Every screen is a `Page`: one h1, the document's title, and the focus on the heading after a navigation, so
// that a screen reader announces the new screen. All pages have the same left edge on a desk.
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { hasNavigated } from './navigation.ts';
import styles from './Page.module.css';
import { texts } from './texts.ts';

interface PageProps {
  readonly title: string;
  /** One line under the heading. */
  readonly intro?: ReactNode;
  /** Above the heading, such as `stap 3 van 5`. */
  readonly above?: ReactNode;
  /** At the right of the heading. */
  readonly actions?: ReactNode;
  /** A narrow column at the right on a desk; below the content on a smaller screen. */
  readonly rail?: ReactNode;
  /** Lists may use the whole width; forms and texts have a readable line length. */
  readonly full?: boolean;
  readonly children?: ReactNode;
}

export function Page({ title, intro, above, actions, rail, full, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useLayoutEffect(() => {
    document.title = `${title} · ${texts().app}`;
  }, [title]);

  useLayoutEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className={cx(styles.page, full && styles.full, rail !== undefined && styles.withRail)}>
      <header className={styles.head}>
        {above}
        <div className={styles.line}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </div>
        {intro ? <p className={styles.intro}>{intro}</p> : null}
      </header>
      <div className={styles.content}>{children}</div>
      {rail === undefined ? null : <div className={styles.rail}>{rail}</div>}
    </div>
  );
}
