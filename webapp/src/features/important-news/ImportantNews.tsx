// The important news beside or below the next round: one line per item, whose text opens on demand. Dismissing hides
// an item at once and permanently; when the request fails, the item comes back and says so.
import { Megaphone, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { failureText } from '@/api/error.ts';
import type { ImportantNews as Item } from '@/api/generated/ImportantNews.ts';
import { Alert, Disclosure, Stack, ServerHtml } from '@/ui';
import styles from './ImportantNews.module.css';
import { useDismiss } from './queries.ts';

const dismissTexts = (title: string) => ({
  failure: `‘${title}’ kon niet worden verborgen. Probeer het later opnieuw.`,
  network: `Netwerkfout: ‘${title}’ kon niet worden verborgen.`,
});

export function ImportantNews({ items }: { readonly items: readonly Item[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const [openId, setOpenId] = useState<string | null>(null);
  const dismiss = useDismiss();
  const failed = dismiss.isError ? dismiss.variables : null;

  if (items.length === 0) return null;

  const hide = (item: Item) => {
    dismiss.mutate(item);
    // The button with the focus is removed; this block gets the focus, or after the last item the page's heading.
    (items.length === 1 ? document.querySelector('h1') : heading.current)?.focus();
  };

  return (
    <Stack as="section" gap={1} className={styles.block} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
        <Megaphone aria-hidden size={20} />
        Belangrijk nieuws
      </h2>
      <Alert>{failed && failureText(dismiss.error, dismissTexts(failed.title))}</Alert>
      <ul>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <Disclosure
              heading="h3"
              label={<span id={`${id}-${item.id}`}>{item.title}</span>}
              open={openId === item.id}
              onToggle={() => setOpenId(openId === item.id ? null : item.id)}
            >
              <ServerHtml html={item.contents} />
            </Disclosure>
            <button
              type="button"
              className={styles.dismiss}
              aria-label="niet meer tonen"
              aria-describedby={`${id}-${item.id}`}
              title="niet meer tonen"
              onClick={() => hide(item)}
            >
              <X aria-hidden size={20} />
            </button>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
