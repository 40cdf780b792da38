// Files of the server. They are fetched: a link would save the answer of a session that has ended, and would not say what
// failed.
import { ApiError } from '@/api/error.ts';
import { reportUnauthorized } from '@/api/unauthorized.ts';
import { FailureBody } from './generated/FailureBody.ts';

/** A file of a whole month takes longer than an answer for a screen. */
const TIMEOUT_MS = 60_000;

/** Puts it among the browser's downloads. `path` starts with a slash and is below `/club/api`; `name` is for a file without one. */
export async function saveFile(path: string, name: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(`/club/api${path}`, { signal });
    if (!response.ok) throw await failureOf(response);
    const link = document.createElement('a');
    // Not revoked: a browser may read it later. It goes with the page.
    link.href = URL.createObjectURL(await response.blob());
    link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? name;
    link.click();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(signal.aborted ? 'timeout' : 'network', 0);
  }
}

async function failureOf(response: Response): Promise<ApiError> {
  if (response.status === 401) reportUnauthorized();
  const said = FailureBody.safeParse(await response.json().catch(() => undefined)).data;
  return new ApiError('http', response.status, said?.error);
}
