// The block of important news above the reservations. Dismissing hides an item at once and permanently; when the
// request fails, the item comes back.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useId, useRef } from 'react';
import { call } from '@/api/client.ts';
import { acknowledgement } from '@/api/schemas.ts';
import { Button } from '@/ui/Button.tsx';
import styles from './ImportantNews.module.css';
import { importantQuery, type Important } from './queries.ts';
import { Teaser } from './Teaser.tsx';

export function ImportantNews({ items }: { readonly items: Important['data'] }) {
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const dismiss = useMutation({
    mutationFn: (newsId: string) =>
      call('/news/important/dismiss', { method: 'POST', body: { id: newsId }, schema: acknowledgement }),
    onMutate: async (newsId) => {
      await queries.cancelQueries(importantQuery);
      queries.setQueryData(
        importantQuery.queryKey,
        (old: Important | undefined) => old && { data: old.data.filter((item) => item.id !== newsId) },
      );
      // The button with the focus is removed; this block gets the focus, or after the last item the page's heading.
      const isEmpty = queries.getQueryData(importantQuery.queryKey)?.data.length === 0;
      (isEmpty ? document.querySelector('h1') : heading.current)?.focus();
    },
    onSettled: () => queries.invalidateQueries(importantQuery),
  });

  if (items.length === 0) return null;
  return (
    <section className={styles.block} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
        <Megaphone aria-hidden size={20} />
        Belangrijk nieuws
      </h2>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <h3 id={`${id}-${item.id}`}>{item.title}</h3>
            <Teaser html={item.contents} />
            <Button
              variant="quiet"
              aria-describedby={`${id}-${item.id}`}
              onClick={() => dismiss.mutate(item.id)}
            >
              niet meer tonen
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
