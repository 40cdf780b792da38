// HTML that an editor wrote. The server sanitises it on the way in and on the way out; where the browser has a
// sanitiser of its own it cleans once more.
import { useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';
import styles from './ServerHtml.module.css';

interface WithSetHtml extends HTMLElement {
  setHTML?(html: string): void;
}

export function ServerHtml({ html, className }: { readonly html: string; readonly className?: string }) {
  const holder = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element: WithSetHtml | null = holder.current;
    if (!element) return;
    if (element.setHTML) element.setHTML(html);
    else element.innerHTML = html;
  }, [html]);
  return <div ref={holder} className={cx(styles.html, className)} />;
}
