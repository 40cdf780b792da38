// The text that members read about a change of days, with the usual ones to press.
import { useState } from 'react';
import { Stack, TextField } from '@/ui';
import { Presets } from '../../ui/index.ts';

const USUAL = ['Vorst', 'Sneeuw', 'Wedstrijd', 'Onderhoud'];

interface NoticeFieldProps {
  /** Members read nothing about it; what was typed stays. */
  readonly isHidden?: boolean;
  readonly error: string | undefined;
  /** A usual one was pressed: no event of the field tells so. */
  readonly onChosen?: () => void;
}

export function NoticeField({ isHidden, error, onChosen }: NoticeFieldProps) {
  const [notice, setNotice] = useState('');
  if (isHidden) return null;
  const choose = (text: string) => {
    setNotice(text);
    onChosen?.();
  };
  return (
    <Stack gap={2}>
      <TextField
        label="Notice to members"
        name="notice"
        hint="Members read it, so in Dutch: such as “Vorst op de baan”."
        lang="nl"
        maxLength={100}
        autoComplete="off"
        value={notice}
        error={error}
        onChange={({ target }) => setNotice(target.value)}
        required
      />
      <Presets label="Often written" presets={USUAL} textOf={(text) => text} onChoose={choose} lang="nl" />
    </Stack>
  );
}
