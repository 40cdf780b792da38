// How far the server had come when this page got its first answer. Whoever listens for changes begins there:
// between that answer and the open connection something may have happened.

let first: string | null = null;

export function learnPosition(header: string | null): void {
  first ??= header;
}

/** Empty before any answer to a member. */
export function firstPosition(): string {
  return first ?? '';
}
