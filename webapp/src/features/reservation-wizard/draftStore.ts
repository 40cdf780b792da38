// The draft, kept in session storage: it survives a reload, belongs to one tab and one member, and is checked on
// the way back in. What is not whole is forgotten rather than trusted.
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { today } from '@/api/clock.ts';
import { getSession } from '@/session/session.ts';
import { addDays } from '@/ui/format.ts';
import { emptyDraft, MAX_PLAYERS, reduce, type Draft, type DraftAction } from './draft.ts';

const KEY = 'fairway:draft';
const month = z.object({ max_holes: z.number() });

const stored = z.object({
  owner: z.string(),
  draft: z.object({
    players: z
      .array(
        z.object({
          id: z.string(),
          email: z.string(),
          first_name: z.string(),
          prefix: z.string(),
          last_name: z.string(),
          playrights: z.object({
            reservable: z.boolean(),
            reason: z.string(),
            this_month: month,
            next_month: month,
          }),
        }),
      )
      .check(z.maxLength(MAX_PLAYERS)),
    holes: z.nullable(z.union([z.literal(9), z.literal(18)])),
    golfclub: z.nullable(
      z.object({ id: z.string(), name: z.string(), city: z.string(), reservation_instruction: z.string() }),
    ),
    date: z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
    firstSelector: z.enum(['course', 'date']),
    orderForced: z.boolean(),
    isPredefinedCourse: z.boolean(),
    dropped: z.nullable(z.string()),
    submission: z.nullable(z.object({ key: z.string(), rejected: z.boolean() })),
  }),
});

/** Reads what an earlier load of the page left behind. */
export function parseStored(text: string | null, owner: string, day: string): Draft {
  let json: unknown;
  try {
    json = JSON.parse(text ?? 'null');
  } catch {
    return emptyDraft;
  }
  const parsed = z.safeParse(stored, json);
  if (!parsed.success || parsed.data.owner !== owner) return emptyDraft;
  const { draft } = parsed.data;
  // A tab left open for days: the chosen date may have gone by, or lie beyond any window.
  const gone = draft.date !== null && (draft.date < day || draft.date > addDays(day, 20));
  if (!gone) return draft;
  return {
    ...draft,
    date: null,
    submission: null,
    dropped: 'De gekozen dag is niet meer te reserveren. Kies een nieuwe.',
  };
}

const listeners = new Set<() => void>();
const ownerNow = () => getSession().email ?? '';
let owner = ownerNow();
let current = parseStored(sessionStorage.getItem(KEY), owner, today());

export function getDraft(): Draft {
  // Another member logged in within the same tab: their draft, never the former one's.
  if (owner !== ownerNow()) {
    owner = ownerNow();
    current = parseStored(sessionStorage.getItem(KEY), owner, today());
  }
  return current;
}

export function dispatch(action: DraftAction): void {
  current = reduce(getDraft(), action);
  sessionStorage.setItem(KEY, JSON.stringify({ owner, draft: current }));
  for (const listener of listeners) listener();
}

/** The key of the order about to be sent: the one it already has, or a new one. */
export function submissionKey(): string {
  dispatch({ type: 'submit', key: crypto.randomUUID() });
  const { submission } = getDraft();
  if (!submission) throw new Error('a submitted draft has a key');
  return submission.key;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDraft(): Draft {
  return useSyncExternalStore(subscribe, getDraft);
}
