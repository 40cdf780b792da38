// A long item shows its beginning only, so that the member's rounds below it stay visible.
import { useId, useState } from 'react';
import { Button } from '@/ui/Button.tsx';
import { cx } from '@/ui/cx.ts';
import { ServerHtml } from '@/ui/ServerHtml.tsx';
import styles from './ImportantNews.module.css';

/** About two lines on a phone, markup included. */
const SHORT = 120;

export function Teaser({ html }: { readonly html: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (html.length <= SHORT) return <ServerHtml html={html} />;
  return (
    <>
      <div id={id} className={cx(!open && styles.folded)}>
        <ServerHtml html={html} />
      </div>
      <Button variant="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? 'lees minder' : 'lees meer'}
      </Button>
    </>
  );
}
