// The member's data as a file. The server sends it without spaces; it is saved so that a person can read it.
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { today } from '@/api/clock.ts';

export const dataResponse = z.object({
  gemaakt_op: z.string(),
  toelichting: z.string(),
  onderdelen: z.array(
    z.object({
      naam: z.string(),
      wat_het_betekent: z.string(),
      velden: z.record(z.string(), z.string()),
      gegevens: z.array(z.record(z.string(), z.unknown())),
    }),
  ),
});

/** A long history takes a while. */
const TIMEOUT_MS = 60_000;

export async function fetchOwnData(): Promise<File> {
  const data = await call('/users/me/data', { schema: dataResponse, timeoutMs: TIMEOUT_MS });
  const name = `mijn-gegevens-${today()}.json`;
  return new File([JSON.stringify(data, null, 2)], name, { type: 'application/json' });
}
