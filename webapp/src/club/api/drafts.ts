// What somebody has typed and not sent, in this tab: a closed sheet, a reload or the end of a session must not cost it. It is
// of who typed it, and goes when it is sent, or when that person logs out or another one logs in.

const PREFIX = 'fairway-club:draft:';

const keyOf = (user: string, of: string) => `${PREFIX}${user}:${of}`;

/** `of` names what is written; null without a draft, or with one that is no JSON. */
export function draftOf(user: string, of: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(user, of)) ?? 'null');
  } catch {
    return null;
  }
}

export function keepDraft(user: string, of: string, draft: unknown): void {
  try {
    sessionStorage.setItem(keyOf(user, of), JSON.stringify(draft));
  } catch {
    // With a full storage it is kept on the screen only.
  }
}

export function removeDraft(user: string, of: string): void {
  sessionStorage.removeItem(keyOf(user, of));
}

/** Those of this person stay; without one, none does. */
export function removeOtherDrafts(user?: string): void {
  const kept = user === undefined ? undefined : keyOf(user, '');
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && !(kept && key.startsWith(kept))) sessionStorage.removeItem(key);
  }
}
