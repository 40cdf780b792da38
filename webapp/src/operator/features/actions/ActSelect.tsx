// The acts to choose from, in words.
import { Select } from '@/ui';
import { actName } from './names.ts';

interface ActSelectProps {
  /** Of the address. */
  readonly act: string | undefined;
  readonly acts: readonly string[];
  readonly error: string | undefined;
}

export function ActSelect({ act, acts, error }: ActSelectProps) {
  const known = new Set([...acts, ...(act ? [act] : [])]);
  const listed = [...known].toSorted((a, b) => actName(a).localeCompare(actName(b), 'en'));
  return (
    <Select label="Act" name="act" defaultValue={act ?? ''} key={listed.length} error={error}>
      <option value="">Every act</option>
      {listed.map((code) => (
        <option key={code} value={code}>
          {actName(code)}
        </option>
      ))}
    </Select>
  );
}
