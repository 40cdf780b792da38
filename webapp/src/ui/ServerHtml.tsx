// HTML that an editor wrote. The server sanitises it when it is stored and when it is sent; a browser that has a
// sanitiser sanitises it again.
import { useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';
import styles from './ServerHtml.module.css';

interface WithSetHtml extends HTMLElement {
  setHTML?(html: string): void;
}

export function ServerHtml({ html, className }: { readonly html: string; readonly className?: string }) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element: WithSetHtml | null = container.current;
    if (!element) return;
    if (element.setHTML) element.setHTML(html);
    else element.innerHTML = html;
  }, [html]);
  return <div ref={container} className={cx(styles.html, className)} />;
}
