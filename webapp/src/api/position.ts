// The journal position of the server at this page's first response. Live updates start from it: between that response
// and the open connection there may be events.

let first: string | null = null;

export function recordPosition(header: string | null): void {
  first ??= header;
}

/** Empty before the first response with a token. */
export function firstPosition(): string {
  return first ?? '';
}
