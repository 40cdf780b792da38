// What an operator has typed and not saved, in this tab: a reload, a crash or the end of a session must not cost a text of an
// hour. It is the operator's who typed it, and goes when it is saved, given up or logged out of. No reason is kept: it can have
// the name of a member.

const PREFIX = 'fairway-operator:draft:';

const keyOf = (operator: string, of: string) => `${PREFIX}${operator}:${of}`;
const keys = () => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));

/** `of` names what is written, such as `news 17`; undefined without a draft, or with one that is no JSON. */
export function draftOf(operator: string, of: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(operator, of)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(operator: string, of: string, draft: unknown): void {
  try {
    sessionStorage.setItem(keyOf(operator, of), JSON.stringify(draft));
  } catch {
    // With a full storage it is kept on the screen only.
  }
}

export function removeDraft(operator: string, of: string): void {
  sessionStorage.removeItem(keyOf(operator, of));
}

/** Those of this operator stay. */
export function removeDraftsOfOthers(operator: string): void {
  for (const key of keys()) if (!key.startsWith(keyOf(operator, ''))) sessionStorage.removeItem(key);
}

export function removeDrafts(): void {
  for (const key of keys()) sessionStorage.removeItem(key);
}
