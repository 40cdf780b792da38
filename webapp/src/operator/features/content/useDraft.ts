// The draft of a form of content in this tab, which is there again after a reload or another log-in.
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { draftOf, keepDraft } from '../../api/drafts.ts';
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import { useSession } from '../../api/session.ts';
import type { ContentKind } from './kinds.ts';
import type { Times } from './TimesFields.tsx';
import type { Values } from './values.ts';

const draftSchema = z.object({
  /** Of the item that was changed: the server refuses the draft where another change came after it. */
  version: z.nullable(z.number()),
  values: z.custom<Values>((values) => typeof values === 'object' && values !== null),
  times: z.object({
    publish: z.enum(['now', 'draft', 'at']),
    appears_at: z.string(),
    vanishes_at: z.string(),
  }),
});

interface Written {
  readonly version: number | null;
  readonly values: Values;
  readonly times: Times;
}

interface Place {
  readonly operator: string;
  readonly of: string;
}

/** The draft with which the form opens, if there is one, and where it is kept: with the operator who began it. */
export function useDraft(kind: ContentKind, item: ContentItem | undefined) {
  const session = useSession();
  const [place] = useState<Place>(() => ({
    operator: session?.email ?? '',
    of: `${kind} ${item?.key ?? ''}`,
  }));
  const [found] = useState(() => draftSchema.safeParse(draftOf(place.operator, place.of)).data);
  return { place, found };
}

/** Keeps what was written with each change of it, from the first one on. */
export function useKeptDraft(place: Place, isTouched: boolean, { version, values, times }: Written): void {
  useEffect(() => {
    if (isTouched) keepDraft(place.operator, place.of, { version, values, times });
  }, [place, isTouched, version, values, times]);
}
