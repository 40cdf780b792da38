// What is typed about a line or a round that is missing, until it is sent.
import { useState } from 'react';
import * as z from 'zod/mini';
import { draftKey } from '@/club/api/drafts.ts';
import { StatementLine } from '@/club/api/generated/StatementLine.ts';
import { useClubSession } from '@/club/api/session.ts';

const draftSchema = z.object({
  date: z.string(),
  reason: z.string(),
  /** What was sent last, and under which id: its answer may have been lost. */
  sent: z.nullable(z.object({ dispute: z.string(), content: z.string() })),
});
type Draft = z.infer<typeof draftSchema>;

const NEW: Draft = { date: '', reason: '', sent: null };

/** What a form is about. */
const subjectSchema = z.object({
  month: z.string(),
  /** Null: a round is missing. */
  line: z.nullable(StatementLine),
  /** Of the missing round; null: it is asked. */
  date: z.nullable(z.string()),
});
export type Subject = z.infer<typeof subjectSchema>;

function stored<Schema extends z.ZodMiniType>(schema: Schema, key: string): z.infer<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
  } catch {
    return undefined;
  }
}

const useKey = (of: string) => draftKey(useClubSession().email ?? '', of);
const OPEN = 'open';

/** The form of this month that a reload or the end of the session has closed. */
export function useInterrupted(month: string) {
  const key = useKey(OPEN);
  const subject = stored(subjectSchema, key);
  return {
    interrupted: subject?.month === month ? subject : undefined,
    forget: () => sessionStorage.removeItem(key),
  };
}

export function useDraft(subject: Subject) {
  const { month, line, date } = subject;
  const key = useKey(`${month} ${line?.place ?? date ?? ''}`);
  const openKey = useKey(OPEN);
  const [draft, setDraft] = useState(() => stored(draftSchema, key) ?? NEW);
  const change = (part: Partial<Draft>) => {
    const changed = { ...draft, ...part };
    setDraft(changed);
    try {
      sessionStorage.setItem(key, JSON.stringify(changed));
      sessionStorage.setItem(openKey, JSON.stringify(subject));
    } catch {
      // With a full storage it is kept on the screen only.
    }
  };
  return { draft, change, remove: () => sessionStorage.removeItem(key) };
}
