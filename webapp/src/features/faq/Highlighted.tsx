// Plain text, and HTML of the server, with the matches of a search marked.
import { Fragment, useLayoutEffect, useRef } from 'react';
import { findAll, ServerHtml } from '@/ui';
import { highlight, removeHighlight } from './highlight.ts';

export function HighlightedText({ text, term }: { readonly text: string; readonly term: string }) {
  const spans = findAll(text, term);
  return (
    // Another term is another element: a translator may have replaced the texts of this one.
    <span key={term}>
      {spans.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(spans[index - 1]?.to ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(spans.at(-1)?.to ?? 0)}
    </span>
  );
}

/** Give it its HTML as key: other HTML is another component. */
export function HighlightedHtml({ html, term }: { readonly html: string; readonly term: string }) {
  const container = useRef<HTMLDivElement>(null);
  // The HTML was inserted by the child's effect, which ran before this one.
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    removeHighlight(element);
    if (term) highlight(element, term);
  }, [term]);
  return (
    <div ref={container}>
      <ServerHtml html={html} />
    </div>
  );
}
