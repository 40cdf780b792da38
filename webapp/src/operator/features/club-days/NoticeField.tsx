// The text that members read about a change of days, with the usual ones to press.
import { useState } from 'react';
import { Button, Row, Stack, TextField } from '@/ui';

const USUAL = ['Vorst', 'Sneeuw', 'Wedstrijd', 'Onderhoud'];

interface NoticeFieldProps {
  /** Members read nothing about it; what was typed stays. */
  readonly isHidden: boolean;
  readonly error: string | undefined;
}

export function NoticeField({ isHidden, error }: NoticeFieldProps) {
  const [notice, setNotice] = useState('');
  if (isHidden) return null;
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
      <Row as="ul" gap={2} aria-label="Usual notices">
        {USUAL.map((text) => (
          <li key={text}>
            <Button variant="secondary" lang="nl" onClick={() => setNotice(text)}>
              {text}
            </Button>
          </li>
        ))}
      </Row>
    </Stack>
  );
}
