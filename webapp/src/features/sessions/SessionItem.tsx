// One device: what it is, since when, when it was used last, and the button that logs it out.
import type { SessionRow } from '@/api/generated/SessionRow.ts';
import { Badge, Button, Card, Stack } from '@/ui';
import { deviceName, lastSeenText, momentText } from './sessionTexts.ts';

interface Props {
  readonly session: SessionRow;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

export function SessionItem({ session, isEnding, onEnd }: Props) {
  const name = deviceName(session);
  return (
    <Card as="li" className="spread">
      <Stack gap={1} align="start">
        <h2 className="large">{name}</h2>
        {session.is_current ? <Badge>dit apparaat</Badge> : null}
        {session.is_support ? <p>Een medewerker bekijkt het portaal namens jou, hoogstens een uur.</p> : null}
        <p className="soft numbers">
          ingelogd op <time dateTime={session.created_at}>{momentText(session.created_at)}</time>
        </p>
        <p className="soft numbers">{lastSeenText(session)}</p>
      </Stack>
      {/* This one ends by `Uitloggen` in the menu. */}
      {session.is_current ? null : (
        <Button
          variant="secondary"
          aria-label={`uitloggen: ${name}, ingelogd op ${momentText(session.created_at)}`}
          busyText={isEnding && 'bezig…'}
          onClick={onEnd}
        >
          uitloggen
        </Button>
      )}
    </Card>
  );
}
