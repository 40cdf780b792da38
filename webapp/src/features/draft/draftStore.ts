// The draft, saved in session storage: it survives a reload, belongs to one tab and one member, and is validated
// when it is read. An invalid one is discarded.
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { today } from '@/api/clock.ts';
import { getSession } from '@/session/session.ts';
import { addDays } from '@/ui';
import { draft, emptyDraft, reduce, type Draft, type DraftAction } from './draft.ts';

const KEY = 'fairway:draft';
const stored = z.object({ owner: z.string(), draft });

/** Reads what an earlier load of the page stored. */
export function parseStored(text: string | null, owner: string, day: string): Draft {
  let json: unknown;
  try {
    json = JSON.parse(text ?? 'null');
  } catch {
    return emptyDraft;
  }
  const parsed = z.safeParse(stored, json);
  if (!parsed.success || parsed.data.owner !== owner) return emptyDraft;
  const { draft: saved } = parsed.data;
  // A tab left open for days: the chosen date may be past, or outside the booking window.
  const isExpired = saved.date !== null && (saved.date < day || saved.date > addDays(day, 20));
  if (!isExpired) return saved;
  return {
    ...saved,
    date: null,
    submission: null,
    dropped: 'De gekozen dag is niet meer te reserveren. Kies een nieuwe.',
  };
}

const listeners = new Set<() => void>();
const currentOwner = () => getSession().email ?? '';
let owner = currentOwner();
let day = today();
let current = parseStored(sessionStorage.getItem(KEY), owner, day);

/** The draft of the member who is logged in, read again when that is another one, and when another day begins. */
export function getDraft(): Draft {
  // The answer to an order that is on its way still belongs to the day on which it was sent.
  const isSent = current.submission?.rejected === false;
  if (owner !== currentOwner() || (day !== today() && !isSent)) {
    owner = currentOwner();
    day = today();
    current = parseStored(sessionStorage.getItem(KEY), owner, day);
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
