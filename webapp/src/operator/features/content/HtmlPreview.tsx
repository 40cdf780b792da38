// HTML as a member would see it: sanitised by the server's own function, in a frame in which no script runs, as wide as
// a phone or the desk and in either theme. Under it, the parts that members do not get.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button, Notice, Row } from '@/ui';
import { storedTheme, systemTheme } from '@/ui/theme.ts';
import { failureText } from '../../api/failure.ts';
import type { RemovedPart } from '../../api/generated/RemovedPart.ts';
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

interface HtmlPreviewProps {
  readonly label: string;
  readonly html: string;
  /** Names the elements that members get: for an author who writes HTML. */
  readonly namesAllowed?: boolean;
}

export function HtmlPreview({ label, html, namesAllowed }: HtmlPreviewProps) {
  const settled = useSettled(html);
  const query = useQuery({ ...previewQuery(settled), placeholderData: (before) => before });
  const [isPhone, setPhone] = useState(false);
  const [theme, setTheme] = useState<string>(() => storedTheme() ?? systemTheme());
  const isDark = theme === 'dark';
  const { html: clean = '', removed = [], allowed = [] } = query.data ?? {};
  const page = `<!doctype html><html lang="nl" data-theme="${theme}"><meta charset="utf-8"><title>${label}</title><link rel="stylesheet" href="${previewStyles}"><body>${clean}</body></html>`;
  return (
    <div className={styles.preview}>
      <Row gap={2} align="center" between>
        <p className="soft small">As members see it</p>
        <Row gap={1}>
          <Button
            variant={isPhone ? 'secondary' : 'quiet'}
            aria-label={`${label}: as on a phone`}
            aria-pressed={isPhone}
            onClick={() => setPhone(!isPhone)}
          >
            Phone
          </Button>
          <Button
            variant={isDark ? 'secondary' : 'quiet'}
            aria-label={`${label}: in the dark`}
            aria-pressed={isDark}
            onClick={() => setTheme(isDark ? 'light' : 'dark')}
          >
            Dark
          </Button>
        </Row>
      </Row>
      {query.error ? <p role="alert">{failureText(query.error)}</p> : null}
      {/* Without scripts, forms and links that leave: only the style sheet of this origin is loaded. */}
      <iframe
        sandbox="allow-same-origin"
        title={`Preview: ${label}`}
        srcDoc={page}
        className={styles.frame}
        data-phone={isPhone || undefined}
      />
      {removed.length > 0 ? (
        <Notice>
          <p>Members do not get: {removed.map(partText).join(', ')}.</p>
        </Notice>
      ) : null}
      {namesAllowed && allowed.length > 0 ? (
        <details>
          <summary>The elements that members get</summary>
          <p className="small">{allowed.join(', ')}</p>
        </details>
      ) : null}
    </div>
  );
}

function partText({ element, attribute, count }: RemovedPart): string {
  const part = attribute ? `${attribute} of <${element}>` : `<${element}>`;
  return count === 1 ? part : `${count} × ${part}`;
}
