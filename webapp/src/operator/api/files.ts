// What the server gives as a file. Lists are asked for by a command with a reason, which no link can send; a link to one of the
// others would show a refusal in the place of the screen.
import { ApiError } from '@/api/error.ts';
import { withPermission } from './client.ts';
import { FailureBody } from './generated/FailureBody.ts';

export interface ServerFile {
  readonly name: string;
  readonly content: Blob;
}

/** A file of 10,000 rows takes longer than an answer for a screen. */
const TIMEOUT_MS = 60_000;

/** `path` starts with a slash and is below `/operator/api`. */
export const postForFile = (path: string, body: unknown): Promise<ServerFile> =>
  withPermission(path, (headers) => {
    headers.set('content-type', 'application/json');
    return fileOf(path, 'export.csv', { method: 'POST', headers, body: JSON.stringify(body) });
  });

/** The same without a command; `path` ends with the name of the file. */
export const getFile = (path: string): Promise<ServerFile> =>
  withPermission(path, (headers) => fileOf(path, path.replace(/^.*\//, ''), { headers }));

async function fileOf(path: string, unnamed: string, request: RequestInit): Promise<ServerFile> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(`/operator/api${path}`, { ...request, signal });
    if (!response.ok) throw await failureOf(response);
    const name = nameIn(response.headers.get('content-disposition')) ?? unnamed;
    return { name, content: await response.blob() };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(signal.aborted ? 'timeout' : 'network', 0);
  }
}

async function failureOf(response: Response): Promise<ApiError> {
  const said = FailureBody.safeParse(await response.json().catch(() => undefined)).data;
  return new ApiError('http', response.status, said?.error, said?.errors ?? {});
}

const nameIn = (disposition: string | null) => /filename="([^"]+)"/.exec(disposition ?? '')?.[1];

/** Puts it among the browser's downloads. */
export function saveFile({ name, content }: ServerFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
