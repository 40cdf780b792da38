// Every screen is a `Screen`: one h1, the document's title, and the focus on the heading after a navigation, so that a
// screen reader announces the new screen. The look is that of the members' `Page`.
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { cx } from '@/ui/cx.ts';
import { hasNavigated } from '@/ui/navigation.ts';
import page from '@/ui/Page.module.css';

interface ScreenProps {
  readonly title: string;
  /** One line under the heading. */
  readonly intro?: ReactNode;
  /** Above the heading, such as the kind of what is shown. */
  readonly above?: ReactNode;
  /** At the right of the heading. */
  readonly actions?: ReactNode;
  /** Lists and tables may use the whole width; forms and texts have a readable line length. */
  readonly full?: boolean;
  readonly children?: ReactNode;
}

export function Screen({ title, intro, above, actions, full, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useLayoutEffect(() => {
    document.title = `${title} · Fairway operators`;
  }, [title]);

  useLayoutEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className={cx(page.page, full && page.full)}>
      <header className={page.head}>
        {above}
        <div className={page.line}>
          <h1 ref={heading} tabIndex={-1} className={page.title}>
            {title}
          </h1>
          {actions ? <div className={page.actions}>{actions}</div> : null}
        </div>
        {intro ? <p className={page.intro}>{intro}</p> : null}
      </header>
      <div className={page.content}>{children}</div>
    </div>
  );
}
