// What is typed about a line or a round that is missing, until it is sent.
import { useState } from 'react';
import * as z from 'zod/mini';
import { draftKey } from '@/club/api/drafts.ts';
import { useClubSession } from '@/club/api/session.ts';

const draftSchema = z.object({
  date: z.string(),
  reason: z.string(),
  /** What was sent last, and under which id: its answer may have been lost. */
  sent: z.nullable(z.object({ dispute: z.string(), content: z.string() })),
});
type Draft = z.infer<typeof draftSchema>;

const NEW: Draft = { date: '', reason: '', sent: null };

function stored(key: string): Draft {
  try {
    return draftSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
  } catch {
    return NEW;
  }
}

/** `of` names the line or the day. */
export function useDraft(of: string) {
  const key = draftKey(useClubSession().email ?? '', of);
  const [draft, setDraft] = useState(() => stored(key));
  const change = (part: Partial<Draft>) => {
    const changed = { ...draft, ...part };
    setDraft(changed);
    try {
      sessionStorage.setItem(key, JSON.stringify(changed));
    } catch {
      // With a full storage it is kept on the screen only.
    }
  };
  return { draft, change, remove: () => sessionStorage.removeItem(key) };
}
