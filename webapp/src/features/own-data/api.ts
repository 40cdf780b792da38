// The member's data as a file. The server sends it without spaces; it is saved so that a person can read it.
import { call } from '@/api/client.ts';
import { today } from '@/api/clock.ts';
import { DataFile } from '@/api/generated/DataFile.ts';

/** A long history takes a while. */
const TIMEOUT_MS = 60_000;

export async function fetchOwnData(): Promise<File> {
  const { gemaakt_op, toelichting, onderdelen } = await call('/users/me/data', {
    schema: DataFile,
    timeoutMs: TIMEOUT_MS,
  });
  // In the order in which a person reads it.
  const data = {
    gemaakt_op,
    toelichting,
    onderdelen: onderdelen.map(({ naam, wat_het_betekent, velden, gegevens }) => ({
      naam,
      wat_het_betekent,
      velden,
      gegevens,
    })),
  };
  const name = `mijn-gegevens-${today()}.json`;
  return new File([JSON.stringify(data, null, 2)], name, { type: 'application/json' });
}
