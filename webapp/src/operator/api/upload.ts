// Sends a file as it is. The other calls send JSON, and time out sooner than a photo arrives over a slow line.
import * as z from 'zod/mini';
import { ApiError } from '@/api/error.ts';
import { csrfHeader } from './client.ts';

const TIMEOUT_MS = 120_000;

const refusal = z.object({ error: z.string() });

/** `path` starts with a slash and is below `/operator/api`. */
export async function upload<Schema extends z.core.$ZodType>(
  path: string,
  file: Blob,
  schema: Schema,
): Promise<z.core.output<Schema>> {
  let response: Response;
  try {
    response = await fetch(`/operator/api${path}`, {
      method: 'POST',
      headers: { ...csrfHeader(), 'content-type': 'application/octet-stream' },
      body: file,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new ApiError('network', 0);
  }
  const json: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError('http', response.status, refusal.safeParse(json).data?.error);
  const parsed = z.safeParse(schema, json);
  if (parsed.success) return parsed.data;
  throw new ApiError('shape', response.status);
}
