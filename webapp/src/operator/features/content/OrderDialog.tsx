// Puts headings of questions, or offers, in another order. Members see it at once.
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { announce, Button, Stack } from '@/ui';
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import { ActDialog } from '../../ui/index.ts';
import styles from './ContentScreen.module.css';
import { KIND_NAMES, type ContentKind } from './kinds.ts';
import { CONTENT, order } from './queries.ts';

interface OrderDialogProps {
  readonly kind: ContentKind;
  readonly items: readonly ContentItem[];
  readonly onClose: () => void;
}

export function OrderDialog({ kind, items, onClose }: OrderDialogProps) {
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState(items);
  const move = (index: number, to: number) => {
    const moved = wanted[index];
    if (!moved) return;
    setWanted(wanted.toSpliced(index, 1).toSpliced(to, 0, moved));
    announce(`${moved.title} is number ${to + 1}.`);
  };

  const list = (
    <Stack as="ol" gap={2}>
      {wanted.map(({ key, title }, index) => (
        <li key={key} className={styles.place}>
          <span>{title}</span>
          <span className={styles.moves}>
            <Button
              variant="secondary"
              aria-label={`Move ${title} up`}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              <ArrowUp aria-hidden size={18} />
            </Button>
            <Button
              variant="secondary"
              aria-label={`Move ${title} down`}
              disabled={index === wanted.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <ArrowDown aria-hidden size={18} />
            </Button>
          </span>
        </li>
      ))}
    </Stack>
  );

  return (
    <ActDialog
      title={`The order of ${KIND_NAMES[kind].many.toLowerCase()}`}
      explanation={list}
      confirmLabel="Use this order"
      onConfirm={async (reason) => {
        await order(
          kind,
          wanted.map(({ key }) => key),
          reason,
        );
        onClose();
        announce('The order is stored.');
        await queryClient.invalidateQueries({ queryKey: CONTENT });
      }}
      onClose={onClose}
    />
  );
}
