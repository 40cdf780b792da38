// HTML as a member would see it: sanitised by the server's own function, in a frame in which no script runs.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failureText } from '../../api/failure.ts';
import styles from './ContentForm.module.css';
import previewStyles from './preview.css?url';
import { previewQuery } from './queries.ts';

const PAUSE_MS = 400;

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export function HtmlPreview({ label, html }: { readonly label: string; readonly html: string }) {
  const settled = useSettled(html);
  const query = useQuery({ ...previewQuery(settled), placeholderData: (before) => before });
  const theme = document.documentElement.dataset['theme'] ?? '';
  const page = `<!doctype html><html lang="nl" data-theme="${theme}"><meta charset="utf-8"><title>${label}</title><link rel="stylesheet" href="${previewStyles}"><body>${query.data ?? ''}</body></html>`;
  return (
    <div className={styles.preview}>
      <p className="soft small">As members see it</p>
      {query.error ? <p role="alert">{failureText(query.error)}</p> : null}
      {/* Without scripts, forms and links that leave: only the style sheet of this origin is loaded. */}
      <iframe
        sandbox="allow-same-origin"
        title={`Preview: ${label}`}
        srcDoc={page}
        className={styles.frame}
      />
    </div>
  );
}
