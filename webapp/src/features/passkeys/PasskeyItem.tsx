// One passkey: its name, which can be changed in place, when it was added and used, and the button that removes it.
import { type FormEvent, useState } from 'react';
import type { PasskeyRow } from '@/api/generated/PasskeyRow.ts';
import { failureText } from '@/api/error.ts';
import { momentText } from '@/features/sessions/sessionTexts.ts';
import { Alert, Button, Card, Row, Stack, TextField } from '@/ui';
import { passkeysTexts, useRenamePasskey } from './queries.ts';

interface Props {
  readonly passkey: PasskeyRow;
  readonly isLastWayIn: boolean;
  readonly onRenamed: (message: string) => void;
  readonly onRemove: () => void;
}

export function PasskeyItem({ passkey, isLastWayIn, onRenamed, onRemove }: Props) {
  const { id, name, created_at, last_used_at } = passkey;
  const [renaming, setRenaming] = useState(false);
  const rename = useRenamePasskey();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = String(new FormData(event.currentTarget).get('name')).trim();
    rename.mutate(
      { id, name: next },
      {
        onSuccess: () => {
          setRenaming(false);
          onRenamed(`De passkey heet nu ${next}.`);
        },
      },
    );
  };

  return (
    <Card as="li" className="spread">
      <Stack gap={1} align="start">
        <h2 className="large breaks">{name}</h2>
        <p className="soft numbers">toegevoegd op {momentText(created_at)}</p>
        <p className="soft numbers">
          {last_used_at ? `laatst gebruikt op ${momentText(last_used_at)}` : 'nog niet gebruikt'}
        </p>
        {isLastWayIn ? (
          <p>Dit is je laatste manier om in te loggen. Stel eerst een wachtwoord in om hem te verwijderen.</p>
        ) : null}
        <Alert>{rename.error && failureText(rename.error, passkeysTexts)}</Alert>
        {renaming ? (
          <Stack as="form" gap={4} onSubmit={submit}>
            <TextField label="Nieuwe naam" name="name" defaultValue={name} maxLength={60} required />
            <Button type="submit" busyText={rename.isPending && 'bezig…'}>
              opslaan
            </Button>
          </Stack>
        ) : null}
      </Stack>
      <Row gap={2}>
        <Button
          variant="secondary"
          aria-label={renaming ? `naam van ${name} niet wijzigen` : `naam wijzigen: ${name}`}
          onClick={() => setRenaming(!renaming)}
        >
          {renaming ? 'terug' : 'naam wijzigen'}
        </Button>
        {isLastWayIn ? null : (
          <Button variant="danger" aria-label={`verwijderen: ${name}`} onClick={onRemove}>
            verwijderen
          </Button>
        )}
      </Row>
    </Card>
  );
}
